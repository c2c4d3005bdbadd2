import { ChangeKeeper } from '../../../../src/core/checkpoints/changeKeeper.ts';
import { ChangeLog } from '../../../../src/core/checkpoints/changeLog.ts';
import type { ChangeContext, ChangeRecord } from '../../../../src/core/checkpoints/changeRecord.ts';
import { withCheckpoints } from '../../../../src/core/checkpoints/checkpointedWorkspace.ts';
import { Undo, type FileReport } from '../../../../src/core/checkpoints/undo.ts';
import type { Workspace } from '../../../../src/core/workspace/workspace.ts';
import { MemoryCheckpoints, MemoryFileBytes } from '../../../support/memoryCheckpoints.ts';
import { MemoryWorkspace, type MemoryWorkspaceOptions } from '../../../support/memoryWorkspace.ts';

/** A workspace in memory whose writes are kept, and what takes them back. */
export class UndoBench {
  readonly memory: MemoryWorkspace;
  readonly files: MemoryFileBytes;
  readonly store = new MemoryCheckpoints();
  readonly log = new ChangeLog();
  readonly notKept: string[] = [];
  readonly keeper: ChangeKeeper;
  readonly workspace: Workspace;
  readonly undo: Undo;
  context: ChangeContext = { run: 1, itemId: 'todo-1', callId: 'call-1' };

  constructor(files: Readonly<Record<string, string>> = {}, options: MemoryWorkspaceOptions = {}) {
    this.memory = new MemoryWorkspace(files, options);
    this.files = new MemoryFileBytes(this.memory);
    const resolve = (path: string) => this.memory.resolve(path);
    const ports = { files: this.files, store: this.store, log: this.log, resolve, context: () => this.context };
    this.keeper = new ChangeKeeper({ ...ports, onNotKept: (_error, path) => this.notKept.push(path) });
    this.workspace = withCheckpoints(this.memory, this.keeper);
    this.undo = new Undo({ files: this.files, store: this.store, keeper: this.keeper, resolve });
  }

  /** Writes as that item's work. */
  async write(itemId: string, path: string, text: string): Promise<void> {
    this.context = { run: 1, itemId, callId: `call-${itemId}` };
    await this.workspace.writeFile(path, text);
  }

  async delete(itemId: string, path: string): Promise<void> {
    this.context = { run: 1, itemId, callId: `call-${itemId}` };
    await this.workspace.delete(path);
  }

  async take(wanted: readonly ChangeRecord[], cause: 'undo' | 'redo' = 'undo'): Promise<readonly FileReport[]> {
    return this.undo.apply(await this.undo.plan(wanted), cause);
  }

  get now(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.memory.files);
  }
}

export function resultsOf(reports: readonly FileReport[]): readonly string[] {
  return reports.map(({ path, result }) => `${path} ${result.kind}${'why' in result ? ` ${result.why}` : ''}`);
}
