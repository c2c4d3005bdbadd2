import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Report } from './report.ts';
import { testOutput } from './testFiles.ts';

/** A tool of the project whose exit code is the verdict. */
export interface Check {
  readonly title: string;
  /** A script for Node and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** Runs a tool as one test: silent when it passes, its whole output when it fails. */
export async function runCheck(check: Check, report: Report): Promise<void> {
  const start = performance.now();
  const { code, output } = await runNode(check.command);
  if (code === 0) report.pass(check.title, performance.now() - start);
  else report.fail(check.title, output);
}

/** Builds the tests of one folder of test/, so that another folder's broken file does no harm here. */
export async function buildTests(folder: string): Promise<void> {
  // Else a deleted test would run on.
  await rm(path.join(testOutput, folder), { recursive: true, force: true });
  const env = { ...process.env, TEST_ONLY: `${folder}${path.sep}` };
  const { code, output } = await runNode(['esbuild.config.mjs', '--only-tests'], env);
  if (code !== 0) throw new Error(`the tests in test/${folder} do not build\n${output}`);
}

async function runNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  const read = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, output };
}
