import type { Shell, ShellOptions, ShellResult } from '../workspace/shell.ts';
import type { ChangeKeeper } from './changeKeeper.ts';
import type { ChangeLog } from './changeLog.ts';
import type { ChangeContext, FileState } from './changeRecord.ts';
import type { RepositoryStatus, VersionControl } from './versionControl.ts';

export interface CommandWatchPorts {
  readonly repository: VersionControl;
  readonly keeper: ChangeKeeper;
  readonly log: ChangeLog;
  readonly context: () => ChangeContext;
}

/** The files of a repository before a command, those that it couldn't give back itself. */
interface Snapshot {
  readonly status: RepositoryStatus;
  readonly states: ReadonlyMap<string, FileState>;
}

/** So many files that differ from the last commit are kept before a command; of the others it is only known that they changed. */
const maxKept = 300;

/** The same shell, but what a command did to the files of the repository is recorded. Ignored files are never looked at. */
export function withCommandWatch(inner: Shell, ports: CommandWatchPorts): Shell {
  const watch = new CommandWatch(ports);
  return {
    name: inner.name,
    language: inner.language,
    async run(command: string, options: ShellOptions, signal: AbortSignal): Promise<ShellResult> {
      const before = await watch.look(signal);
      signal.throwIfAborted();
      try {
        return await inner.run(command, options, signal);
      } finally {
        // A stopped command may have changed files too, so the run's own signal must not end this.
        if (before !== undefined) await watch.record(before, new AbortController().signal);
      }
    },
  };
}

class CommandWatch {
  readonly #ports: CommandWatchPorts;

  constructor(ports: CommandWatchPorts) {
    this.#ports = ports;
  }

  /** Undefined where nothing can be seen; the log then says so. */
  async look(signal: AbortSignal): Promise<Snapshot | undefined> {
    try {
      const status = await this.#ports.repository.status(signal);
      if (status === undefined) return this.#giveUp('noRepository');
      const states = new Map<string, FileState>();
      for (const path of status.changed) {
        const isKept = states.size < maxKept;
        states.set(path, isKept ? await this.#ports.keeper.stateOf(path) : { kind: 'unknown', why: 'tooMany' });
      }
      return { status, states };
    } catch {
      return this.#giveUp('failed');
    }
  }

  async record(before: Snapshot, signal: AbortSignal): Promise<void> {
    try {
      for (const path of await this.#candidates(before, signal)) {
        const old = before.states.get(path) ?? (await this.#cleanState(before.status, path, signal));
        if (old !== 'special') await this.#ports.keeper.note(path, old, await this.#ports.keeper.stateOf(path));
      }
    } catch {
      this.#giveUp('failed');
    }
  }

  /** Files that may have changed: those that differed from the commit before or do now, and those of another commit. */
  async #candidates({ status, states }: Snapshot, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const { repository } = this.#ports;
    const now = await repository.status(signal);
    if (now === undefined) throw new Error('The repository is gone.');
    const isMoved = now.head !== undefined && now.head !== status.head;
    const moved = isMoved ? await repository.between(status.head, now.head, signal) : [];
    return new Set([...states.keys(), ...now.changed, ...moved]);
  }

  /** What did not differ from the commit was as the commit has it, but for ignored files: nobody looked at those. */
  async #cleanState(
    { head, ignored }: RepositoryStatus,
    path: string,
    signal: AbortSignal,
  ): Promise<FileState | 'special'> {
    // Once the command has changed the ignore rules, a file of the person's would look like one that it made.
    if (ignored.some((name) => path === name || (/^[/\\]/.test(path.slice(name.length)) && path.startsWith(name)))) {
      return { kind: 'unknown', why: 'notKept' };
    }
    if (head === undefined) return { kind: 'absent' };
    const file = await this.#ports.repository.fileAt(head, path, signal);
    if (file === 'special') return file;
    return file === undefined ? { kind: 'absent' } : this.#ports.keeper.keep(path, file);
  }

  #giveUp(why: 'noRepository' | 'failed'): undefined {
    const { callId } = this.#ports.context();
    this.#ports.log.add({ kind: 'commandUnwatched', why, ...(callId === undefined ? {} : { callId }) });
  }
}
