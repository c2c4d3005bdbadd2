import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from '../../test/support/projectPaths.ts';
import { getVscode } from '../../test/support/vscode/getVscode.ts';
import { startServer } from '../../test/support/vscode/server.ts';
import { firstSteps } from './firstSteps.ts';

/** Serves VS Code to a browser on this machine until Ctrl+C. */
export async function serve(directory: string, folder: string): Promise<void> {
  const vscode = await getVscode('newest');
  const server = await startServer({
    vscode,
    directory: path.join(directory, 'vs'),
    extensions: [projectRoot],
    settings: { 'security.workspace.trust.enabled': false },
    env: process.env,
    // What runs in this VS Code can run commands here: only who has the address may in.
    token: randomBytes(16).toString('hex'),
  });
  console.log(`
Todo Agent is ready, in VS Code ${vscode.version} on a fresh copy of the sample project.

  - Open ${server.url({ folder })}
${firstSteps}
    In the browser a key that is set lasts until the page is reloaded; the one in the environment stays.

Ctrl+C ends it. The copy and all settings go with it.`);
  const controller = new AbortController();
  const { signal } = controller;
  const ended = await Promise.race([
    once(process, 'SIGINT', { signal }),
    once(process, 'SIGTERM', { signal }),
    once(server.process, 'exit', { signal }),
  ]);
  controller.abort();
  await server.stop();
  if (typeof ended[0] === 'number') throw new Error(`VS Code's server ended with ${ended[0]}.`);
}
