import * as vscode from 'vscode';
import { withCheckpoints } from '../../core/checkpoints/checkpointedWorkspace.ts';
import { withCommandWatch } from '../../core/checkpoints/checkpointedShell.ts';
import type { ChangeLog } from '../../core/checkpoints/changeLog.ts';
import type { CheckpointStore } from '../../core/checkpoints/checkpointStore.ts';
import { Undo } from '../../core/checkpoints/undo.ts';
import type { VersionControl } from '../../core/checkpoints/versionControl.ts';
import type { SessionStore } from '../../core/session/sessionStore.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { FileBytes } from '../../core/workspace/fileBytes.ts';
import type { Shell } from '../../core/workspace/shell.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { Agent } from '../agent.ts';
import type { TaskStore } from '../commands/taskQueue.ts';
import { commands } from '../ids.ts';
import { goBack } from './goBackCommand.ts';
import { ItemChanges } from './itemChanges.ts';
import { SessionList } from './sessionList.ts';
import { SessionOpener } from './sessionOpener.ts';
import { RecordingNotices } from './recordingNotices.ts';
import { SessionRecord } from './sessionRecord.ts';
import { UndoCommands } from './undoCommands.ts';

/** Where sessions and the bytes of changed files are kept. */
export interface SessionStorage {
  readonly store: SessionStore;
  readonly checkpoints: CheckpointStore;
  readonly repository: VersionControl;
  /** The queue of this window. */
  readonly waitingTasks: TaskStore;
  /** Removes what a write of this file that was cut off left beside it; never rejects. */
  readonly clearLeftovers: (file: string) => Promise<void>;
}

export interface AgentSessionsPorts {
  /** Of the workspace. */
  readonly memento: vscode.Memento;
  /** Undefined where VS Code has no place for it, without a folder: nothing is recorded then. */
  readonly storage: SessionStorage | undefined;
  readonly workspace: Workspace;
  readonly files: FileBytes;
  readonly log: Logger;
}

const storageCommands = [
  commands.sessions,
  commands.goBack,
  commands.undoItem,
  commands.redoItem,
  commands.undoRun,
  commands.redoRun,
];

/** Sessions outlive the window: puts the record around the agent's workspace and shell, and opens what was recorded. */
export class AgentSessions implements Disposable {
  readonly #ports: AgentSessionsPorts;
  readonly #disposables = new DisposableStore();
  #agent: Agent | undefined;
  readonly record: SessionRecord | undefined;
  /** For the menus of the tree. */
  readonly itemChanges: ItemChanges | undefined;
  /** For the queue of tasks; undefined where nothing is kept. */
  readonly waitingTasks: TaskStore | undefined;
  /** For the agent: a file is kept before it is changed. */
  readonly workspace: Workspace;

  constructor(ports: AgentSessionsPorts) {
    this.#ports = ports;
    const { storage, workspace, files, log } = ports;
    this.workspace = workspace;
    this.waitingTasks = storage?.waitingTasks;
    if (storage === undefined) return;
    const { store, checkpoints } = storage;
    const notices = new RecordingNotices(log);
    this.record = new SessionRecord({
      store,
      checkpoints,
      files,
      resolve: (path) => workspace.resolve(path),
      onTrouble: (trouble) => notices.recording(trouble),
      onNotKept: (error, path) => notices.notKept(error, path),
    });
    this.itemChanges = this.#disposables.add(new ItemChanges(this.record.changes));
    this.workspace = withCheckpoints(workspace, this.record.keeper);
    this.#disposables.add({ dispose: () => this.record?.close() });
  }

  /** The same shell; what its commands change is recorded. */
  watched(shell: Shell): Shell {
    const { record } = this;
    const { storage } = this.#ports;
    if (record === undefined || storage === undefined) return shell;
    const { keeper, changes: log } = record;
    const watched = withCommandWatch(shell, {
      repository: storage.repository,
      keeper,
      log,
      context: () => record.context,
    });
    return {
      name: shell.name,
      language: shell.language,
      run: async (command, options, signal) => {
        const isWatched = (await this.#agent?.isReadOnlyCommand(command).catch(() => false)) !== true;
        return (isWatched ? watched : shell).run(command, options, signal);
      },
    };
  }

  /** Once the agent is there. */
  attach(agent: Agent): void {
    this.#agent = agent;
    const { record } = this;
    const { storage, workspace, files } = this.#ports;
    if (record === undefined || storage === undefined) {
      // The commands are there, and have nothing to work on.
      for (const command of storageCommands)
        this.#disposables.add(vscode.commands.registerCommand(command, sayNothingKept));
      return;
    }
    const { keeper, changes } = record;
    const resolve: Workspace['resolve'] = (path) => workspace.resolve(path);
    const undo = new Undo({ files, store: storage.checkpoints, keeper, resolve });
    const { rows, session } = agent;
    const undoCommands = this.#disposables.add(new UndoCommands({ undo, changes, rows: () => rows.tree(), session }));
    const { store, clearLeftovers } = storage;
    const { memento, log } = this.#ports;
    const opener = this.#disposables.add(new SessionOpener({ agent, record, store, memento, log, clearLeftovers }));
    const list = new SessionList({ store, session, record, opener, files });
    this.#disposables.add(vscode.commands.registerCommand(commands.sessions, (given: unknown) => list.show(given)));
    this.#disposables.add(
      vscode.commands.registerCommand(commands.goBack, () =>
        goBack({ session, record, store, opener, undo: undoCommands }),
      ),
    );
    void opener.openLast().then(() => prune(storage, session.id, changes, log));
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

/** What is too old or too much goes, but for what the open session could undo. Never rejects. */
async function prune(
  { store, checkpoints }: SessionStorage,
  openId: string,
  { records }: ChangeLog,
  log: Logger,
): Promise<void> {
  const states = records.flatMap(({ before, after }) => [before, after]);
  const needed = new Set(states.flatMap((state) => (state.kind === 'file' ? [state.blob] : [])));
  try {
    // Nobody here knows what a session of another window could undo.
    const sessions = await store.list();
    if (sessions.some(({ sessionId, isInUse }) => isInUse && sessionId !== openId)) return;
    await checkpoints.prune((hash) => needed.has(hash));
  } catch (error) {
    log.warn('Kept contents could not be cleared away', messageOf(error));
  }
}

function sayNothingKept(): void {
  const message = vscode.l10n.t('Sessions are kept once a folder is open.');
  void vscode.window.showInformationMessage(message);
}
