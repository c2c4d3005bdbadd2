import path from 'node:path';
import type * as vscode from 'vscode';
import type { TodoAgentApi } from './api.ts';
import type * as Extension from './extension.ts';
import { requireCompiled } from './node/compiledModule.ts';

/** Milliseconds after which the code is kept for the next start: what is used at a start has been compiled then. */
const keepDelay = 10_000;

let extension: Pick<typeof Extension, 'deactivate'> | undefined;
let timer: NodeJS.Timeout | undefined;

/** What VS Code loads: it loads the extension, which is a file of its own, from the code compiled at an earlier start. */
export function activate(context: vscode.ExtensionContext): TodoAgentApi {
  const cacheFile = path.join(context.globalStorageUri.fsPath, 'compiled');
  const compiled = requireCompiled(path.join(__dirname, 'main.js'), cacheFile);
  // The build makes that file of this very module.
  const main = compiled.exports as typeof Extension;
  extension = main;
  if (!compiled.isFromCache) timer = setTimeout(() => compiled.keep(), keepDelay);
  return main.activate(context);
}

export async function deactivate(): Promise<void> {
  clearTimeout(timer);
  await extension?.deactivate();
}
