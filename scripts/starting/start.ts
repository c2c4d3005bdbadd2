import { spawnSync } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { demoMarker } from '../../src/vscode/ids.ts';
import { sampleDirectory } from '../../test/support/projectPaths.ts';
import { makeTemporaryDirectory, removeDirectory } from '../../test/support/vscode/temporaryDirectory.ts';
import { findDesktop, startDesktop } from './startDesktop.ts';
import { serve } from './startServer.ts';

/**
 * Builds the extension and shows it in the desktop VS Code, if there is one, else in a VS Code in the browser
 * (`--server`: always there). Resolves with the exit code when the person has ended it.
 */
export async function start(args: readonly string[]): Promise<number> {
  const build = spawnSync(process.execPath, ['esbuild.config.mjs'], { stdio: 'inherit' });
  if (build.status !== 0) return 1;
  const directory = await makeTemporaryDirectory();
  try {
    const sample = path.join(directory, 'slug');
    await cp(sampleDirectory, sample, { recursive: true });
    // A copy of ours, in which the demo may run.
    await writeFile(path.join(sample, demoMarker), 'demo\n');
    const desktop = args.includes('--server') ? undefined : findDesktop();
    // A desktop that does not start (no display, say) is no reason to give up.
    if (desktop === undefined || !(await startDesktop(desktop, sample))) await serve(directory, sample);
  } finally {
    await removeDirectory(directory);
  }
  return 0;
}
