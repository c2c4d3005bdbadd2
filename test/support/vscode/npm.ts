import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs npm in a folder, without install scripts, and returns what it printed. */
export async function npm(args: readonly string[], directory: string): Promise<string> {
  const isWindows = process.platform === 'win32';
  const { stdout } = await run(
    isWindows ? 'npm.cmd' : 'npm',
    [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: directory, encoding: 'utf8', shell: isWindows, maxBuffer: 64 * 1024 * 1024 },
  );
  return stdout;
}
