import { spawn } from 'node:child_process';
import path from 'node:path';
import { cacheDirectory, projectRoot } from '../../test/support/projectPaths.ts';
import { findOnPath } from '../../test/support/vscode/browser.ts';
import { firstSteps } from './firstSteps.ts';

/** VSCODE_EXECUTABLE, else `code` on PATH; not the `code` of a remote terminal, which opens no window here. */
export function findDesktop(): string | undefined {
  const chosen = process.env['VSCODE_EXECUTABLE'];
  if (chosen !== undefined) return chosen;
  if (process.env['VSCODE_IPC_HOOK_CLI'] !== undefined) return undefined;
  return findOnPath(process.platform === 'win32' ? 'code.cmd' : 'code');
}

/** Opens a window with a profile of its own, so that nothing of the person's is touched. False if it failed. */
export async function startDesktop(executable: string, folder: string): Promise<boolean> {
  console.log(`Opening ${executable} on a fresh copy of the sample project:\n${firstSteps}\nClose the window to end.`);
  const child = spawn(
    executable,
    [
      '--new-window',
      '--wait',
      '--disable-workspace-trust',
      '--skip-welcome',
      '--skip-release-notes',
      `--extensionDevelopmentPath=${projectRoot}`,
      `--user-data-dir=${path.join(cacheDirectory, 'desktop-profile')}`,
      folder,
    ],
    { stdio: 'inherit', shell: process.platform === 'win32' },
  );
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  if (code !== 0) console.log(`${executable} did not start; using VS Code in the browser.`);
  return code === 0;
}
