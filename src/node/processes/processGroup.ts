import { spawn, type ChildProcess } from 'node:child_process';

/** How long a stopped command may clean up behind itself. Milliseconds. */
const TERM_GRACE_MS = 400;

/**
 * Ends a child that was started `detached`, with all that it started: politely, then, after a short grace, by force.
 * Resolves when the child is gone. A process that left the group (`setsid`) is not reached.
 */
export async function endProcessGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') return endWindowsTree(child, pid);
  const isGone = exitOf(child);
  signalGroup(pid, 'SIGTERM');
  await Promise.race([isGone.then(() => (hasGroup(pid) ? afterGrace() : undefined)), afterGrace()]);
  signalGroup(pid, 'SIGKILL');
  await isGone;
}

async function endWindowsTree(child: ChildProcess, pid: number): Promise<void> {
  const isGone = exitOf(child);
  spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => {
    child.kill();
  });
  await isGone;
}

function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

function afterGrace(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TERM_GRACE_MS));
}

function hasGroup(pid: number): boolean {
  return signalGroup(pid, 0);
}

/** False when there is no such group any more. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    // The group ended on its own, which is what we want.
    return false;
  }
}
