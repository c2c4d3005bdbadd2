import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { messageOf } from '../../../src/core/util/errors.ts';
import { getChromium } from './getChromium.ts';

const launchArguments = [
  '--no-sandbox', // Chromium refuses to start as root with it, and it only ever opens our own server.
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Candidate {
  readonly name: string;
  readonly options: LaunchOptions;
}

/**
 * The first browser that starts of: CHROME_PATH (then nothing else), an installed Chrome or Edge, a Chromium
 * on PATH, the Chromium from npm.
 */
export async function launchBrowser(): Promise<Browser> {
  const failures: string[] = [];
  for await (const { name, options } of candidates()) {
    try {
      return await chromium.launch({ ...options, args: launchArguments });
    } catch (error) {
      failures.push(`${name}: ${messageOf(error).split('\n')[0] ?? ''}`);
    }
  }
  throw new Error(`No Chromium found. Install Chrome, or set CHROME_PATH.\n  ${failures.join('\n  ')}`);
}

async function* candidates(): AsyncGenerator<Candidate> {
  const chosen = process.env['CHROME_PATH'];
  if (chosen !== undefined) {
    yield { name: 'CHROME_PATH', options: { executablePath: chosen } };
    return;
  }
  for (const channel of ['chrome', 'msedge']) yield { name: channel, options: { channel } };
  for (const name of ['chromium', 'chromium-browser', 'google-chrome-stable']) {
    const executablePath = findOnPath(name);
    if (executablePath !== undefined) yield { name: executablePath, options: { executablePath } };
  }
  const fromNpm = await getChromium();
  if (fromNpm === undefined) return;
  const options = { executablePath: fromNpm.executable, env: { ...definedEnv(), ...fromNpm.env } };
  yield { name: '@sparticuz/chromium', options };
}

function definedEnv(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}

/** The full path of an executable, as a shell would find it. */
export function findOnPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}
