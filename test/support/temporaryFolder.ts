import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Gives a `describe` a new empty folder for each of its tests. */
export function useTemporaryFolder(): { readonly path: string; at(...names: readonly string[]): string } {
  let folder = '';
  beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'todo-agent-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return {
    get path() {
      return folder;
    },
    at: (...names) => path.join(folder, ...names),
  };
}
