import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RepositoryStatus, VersionControl } from '../../core/checkpoints/versionControl.ts';
import type { StoredFile } from '../../core/workspace/fileBytes.ts';

/** Milliseconds that git may take: a command waits for it. */
const timeoutMs = 5000;
const maxOutput = 64 * 1024 * 1024;

/** The repository around a folder, asked by the user's own git, which must not write anything for it. */
export class GitRepository implements VersionControl {
  readonly #folder: () => string | undefined;

  /** @param folder asked at each use; undefined where there is no local disk. */
  constructor(folder: () => string | undefined) {
    this.#folder = folder;
  }

  async status(signal: AbortSignal): Promise<RepositoryStatus | undefined> {
    const top = await this.#top(signal);
    if (top === undefined) return undefined;
    const question = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--ignored=matching', '--no-renames'];
    const [status, head] = await Promise.all([this.#git(top, question, signal), this.#head(top, signal)]);
    const changed: string[] = [];
    const ignored: string[] = [];
    for (const entry of fields(status)) {
      const name = entry.slice(3);
      if (entry.startsWith('!!')) ignored.push(path.join(top, name.replace(/\/$/, '')));
      // A folder is another repository: not ours to look into.
      else if (!name.endsWith('/')) changed.push(path.join(top, name));
    }
    return { head, changed, ignored };
  }

  async between(from: string | undefined, to: string, signal: AbortSignal): Promise<readonly string[]> {
    const top = await this.#needTop(signal);
    const question =
      from === undefined
        ? ['ls-tree', '-r', '-z', '--name-only', '--full-tree', to]
        : ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', from, to];
    return fields(await this.#git(top, question, signal)).map((name) => path.join(top, name));
  }

  async fileAt(head: string, file: string, signal: AbortSignal): Promise<StoredFile | undefined | 'special'> {
    const top = await this.#needTop(signal);
    const name = path.relative(top, file).split(path.sep).join('/');
    // A repository around the folder knows nothing of what is outside of it.
    if (name.startsWith('../')) return undefined;
    const tree = await this.#git(
      top,
      ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', head, '--', name],
      signal,
    );
    const [, bits] = /^(\d{6}) /.exec(tree.toString('latin1')) ?? [];
    if (bits === undefined) return undefined;
    if (bits !== '100644' && bits !== '100755') return 'special';
    // As a checkout writes it: line ends and filters as the repository says.
    const bytes = await this.#git(top, ['cat-file', '--filters', `${head}:${name}`], signal);
    // Of the permissions git knows only this bit: where it isn't set, those of the file are better left alone.
    return { bytes, ...(bits === '100755' && process.platform !== 'win32' ? { mode: 0o755 } : {}) };
  }

  async #top(signal: AbortSignal): Promise<string | undefined> {
    const folder = this.#folder();
    if (folder === undefined) return undefined;
    try {
      const top = await this.#git(folder, ['rev-parse', '--show-toplevel'], signal);
      return path.resolve(top.toString('utf8').replace(/\r?\n$/, ''));
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  async #needTop(signal: AbortSignal): Promise<string> {
    const top = await this.#top(signal);
    if (top === undefined) throw new Error('There is no repository.');
    return top;
  }

  async #head(top: string, signal: AbortSignal): Promise<string | undefined> {
    try {
      return (await this.#git(top, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], signal)).toString().trim();
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  async #git(folder: string, question: readonly string[], signal: AbortSignal): Promise<Buffer> {
    // The repository's configuration may name a program for core.fsmonitor; without the lock no index is written.
    const args = ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false', '--no-optional-locks', ...question];
    const options = { cwd: folder, timeout: timeoutMs, maxBuffer: maxOutput, windowsHide: true, signal } as const;
    const { stdout } = await promisify(execFile)('git', args, { ...options, encoding: 'buffer' });
    return stdout;
  }
}

function fields(output: Buffer): string[] {
  return output.toString('utf8').split('\0').filter(Boolean);
}
