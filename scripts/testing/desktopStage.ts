import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { messageOf } from '../../src/core/util/errors.ts';
import { projectRoot, sampleDirectory } from '../../test/support/projectPaths.ts';
import { makeTemporaryDirectory, removeDirectory } from '../../test/support/vscode/temporaryDirectory.ts';
import { hermeticEnv } from '../../test/support/vscode/testServer.ts';
import { EventsFile } from './eventsFile.ts';
import type { Report } from './report.ts';
import { testOutput } from './testFiles.ts';

/** The desktop VS Code that was asked for: VSCODE_EXECUTABLE (a path) or VSCODE_DESKTOP (a version to download). */
export function isDesktopWanted(): boolean {
  return (process.env['VSCODE_EXECUTABLE'] ?? process.env['VSCODE_DESKTOP']) !== undefined;
}

/** Runs test/integration, the same files as elsewhere, in a desktop VS Code. */
export async function runDesktopStage(report: Report): Promise<void> {
  const events = new EventsFile(report);
  const directory = await makeTemporaryDirectory();
  let ending = '';
  try {
    const workspace = path.join(directory, 'ws');
    await cp(sampleDirectory, workspace, { recursive: true });
    await mkdir(path.join(directory, 'home'));
    await runTests({
      vscodeExecutablePath:
        process.env['VSCODE_EXECUTABLE'] ?? (await downloadAndUnzipVSCode(process.env['VSCODE_DESKTOP'])),
      extensionDevelopmentPath: projectRoot,
      extensionTestsPath: path.join(testOutput, 'integration', 'index.js'),
      extensionTestsEnv: { ...hermeticEnv(path.join(directory, 'home')), TEST_EVENTS: events.path },
      launchArgs: [workspace, `--user-data-dir=${directory}/data`, `--extensions-dir=${directory}/ext`],
    });
  } catch (error) {
    ending = messageOf(error);
  } finally {
    events.close(ending);
    await removeDirectory(directory);
  }
}
