import { existsSync, watch } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import type * as vscode from 'vscode';

/**
 * Runs a function in the extension host, with the real `vscode` API as its first argument, and returns what
 * it returns. The function travels as text: it sees nothing but its arguments, and both arguments and result
 * must survive JSON (`undefined` comes back as null).
 */
export interface Bridge {
  <Args extends readonly unknown[], Result>(
    run: (api: typeof vscode, ...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  close(): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Connects to the bridge extension once it listens; each page's extension host starts it anew. */
export async function connectBridge(socketPath: string, signal: AbortSignal): Promise<Bridge> {
  await waitForFile(socketPath, signal);
  const socket = await open(socketPath);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  readline.createInterface({ input: socket }).on('line', (line) => {
    // Our own extension wrote it.
    const { id, value, error } = JSON.parse(line) as Reply;
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(new Error(`in the extension host: ${error}`));
  });
  socket.on('close', () => {
    for (const call of waiting.values()) call.reject(new Error('the extension host went away'));
    waiting.clear();
  });

  const call = (run: { toString(): string }, ...args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set(++lastId, { resolve, reject });
      socket.write(`${JSON.stringify({ id: lastId, source: run.toString(), args })}\n`);
    });
  // The wire knows no types: what comes back is what `run` returned, by the extension's promise.
  return Object.assign(call, { close: () => void socket.destroy() }) as Bridge;
}

async function open(socketPath: string): Promise<Socket> {
  const socket = connect(socketPath);
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return socket;
}

async function waitForFile(file: string, signal: AbortSignal): Promise<void> {
  const folder = watch(path.dirname(file), { signal });
  try {
    await new Promise<void>((resolve, reject) => {
      const check = (): void => void (existsSync(file) && resolve());
      folder.on('change', check);
      folder.on('error', () => reject(new Error('the test bridge did not start')));
      signal.addEventListener('abort', () => reject(new Error('the test bridge did not start')));
      check();
    });
  } finally {
    folder.close();
  }
}
