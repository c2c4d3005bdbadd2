import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BashGrammar } from '../core/permissions/bash/bashParser.ts';

/** The parser of command lines as the build puts it beside the bundle. */
export async function loadGrammar(folder: string): Promise<BashGrammar> {
  const [treeSitter, runtime, grammar] = await Promise.all([
    import('web-tree-sitter'),
    readFile(path.join(folder, 'web-tree-sitter.wasm')),
    readFile(path.join(folder, 'tree-sitter-bash.wasm')),
  ]);
  return { treeSitter, runtime, grammar };
}
