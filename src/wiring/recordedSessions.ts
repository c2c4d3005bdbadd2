import path from 'node:path';
import * as vscode from 'vscode';
import type { Logger } from '../core/util/logger.ts';
import { LocalFileBytes } from '../node/localFileBytes.ts';
import { Ripgrep } from '../node/processes/ripgrep.ts';
import { sessionFiles } from '../node/sessions/sessionFiles.ts';
import { TaskFile } from '../node/sessions/taskFile.ts';
import { AgentSessions } from '../vscode/sessions/agentSessions.ts';
import { checkpointLimits } from '../vscode/sessions/checkpointLimits.ts';
import { sharedStorage } from '../vscode/sessions/sharedStorage.ts';
import { findRipgrep } from '../vscode/workspace/ripgrepPath.ts';
import { VscodeFileBytes } from '../vscode/workspace/vscodeFileBytes.ts';
import { VscodeWorkspace } from '../vscode/workspace/vscodeWorkspace.ts';
import { firstLocalFolder } from '../vscode/workspace/workspaceUris.ts';

/** The workspace, and the record of what is done to it. */
export function createSessions({ storageUri, workspaceState }: vscode.ExtensionContext, log: Logger): AgentSessions {
  const ripgrep = findRipgrep(vscode.env.appRoot);
  const fileSearch = ripgrep === undefined ? undefined : new Ripgrep(ripgrep);
  const files = new VscodeFileBytes(new LocalFileBytes());
  const options = { limits: checkpointLimits, repository: firstLocalFolder };
  return new AgentSessions({
    // Without a folder VS Code keeps nothing: such a window's sessions are not recorded.
    storage: storageUri && {
      ...sessionFiles(sharedStorage(storageUri.fsPath), options),
      waitingTasks: new TaskFile(path.join(storageUri.fsPath, 'queue.json'), log),
    },
    memento: workspaceState,
    workspace: new VscodeWorkspace({ fileSearch, files }),
    files,
    log,
  });
}
