import type { ChildProcess } from 'node:child_process';

const live = new Set<ChildProcess>();
let isWatching = false;

/**
 * Sees to it that a process started with `detached: true` does not outlive this one, whatever ends this one.
 * The whole process group goes: a VS Code server has many children.
 */
export function endWithUs(child: ChildProcess): void {
  live.add(child);
  child.once('exit', () => live.delete(child));
  if (isWatching) return;
  isWatching = true;
  process.on('exit', () => live.forEach((each) => killGroup(each, 'SIGKILL')));
}

/** Lets signals end this process by `exit`, so that `endWithUs` gets its turn. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
}

/** Ends the group politely, after five seconds by force. Resolves when the process is gone. */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  killGroup(child, 'SIGTERM');
  const force = setTimeout(() => killGroup(child, 'SIGKILL'), 5000);
  await gone;
  clearTimeout(force);
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // Already gone.
  }
}
