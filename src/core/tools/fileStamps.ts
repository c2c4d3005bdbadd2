import { displayPath } from '../workspace/paths.ts';
import { WorkspaceError, type Workspace } from '../workspace/workspace.ts';
import { ToolError } from './tool.ts';

/**
 * Which content of a file the model knows, by `ResolvedPath.path`, so that no edit is made on a text that somebody
 * else has changed meanwhile. Shared by the file tools; one for each session.
 */
export class FileStamps {
  readonly #workspace: Workspace;
  readonly #known = new Map<string, string>();
  readonly #previewed = new WeakMap<object, { readonly stamp: string | undefined }>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** A new conversation knows no file. */
  clear(): void {
    this.#known.clear();
  }

  /** The model has seen this content, or wrote it. */
  noteRead(path: string, stamp: string): void {
    this.#known.set(path, stamp);
  }

  /** A person was shown what `input` would do to a file with this content; undefined where there was none. */
  notePreview(input: object, stamp: string | undefined): void {
    this.#previewed.set(input, { stamp });
  }

  /** `input` takes the place of `previewed`: the person changed the proposal that they were shown. */
  movePreview(previewed: object, input: object): void {
    const noted = this.#previewed.get(previewed);
    if (noted !== undefined) this.#previewed.set(input, noted);
  }

  /**
   * Throws `ToolError` when the file is no longer as the model read it, or as the preview of this call showed it.
   * A file that was never read has not changed.
   */
  refuseIfChanged(path: string, input: object, stamp: string | undefined): void {
    const known = this.#known.get(path);
    const previewed = this.#previewed.get(input);
    const isStale = (known !== undefined && known !== stamp) || (previewed !== undefined && previewed.stamp !== stamp);
    if (!isStale) return;
    throw new ToolError(
      `${displayPath(path, this.#workspace.roots)} has changed since you read it (by the user or a command). ` +
        'Nothing was written. Read it again, then repeat your change on its present text.',
    );
  }

  /**
   * A formatter or a hook may have rewritten the file after our own write: its present content counts as ours. Call it
   * after the PostToolUse hooks of a write call, with each path of the call's subject. Files that the model never
   * touched are left alone.
   */
  async noteOwnChange(path: string): Promise<void> {
    if (!this.#known.has(path)) return;
    try {
      this.#known.set(path, (await this.#workspace.readFile(path)).stamp);
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error;
      this.#known.delete(path);
    }
  }
}
