import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GrammarBytes } from '../core/permissions/bash/bashParser.ts';

/** The parser of command lines as the build puts it beside the bundle. */
export async function loadGrammar(folder: string): Promise<GrammarBytes> {
  const [runtime, grammar] = await Promise.all([
    readFile(path.join(folder, 'web-tree-sitter.wasm')),
    readFile(path.join(folder, 'tree-sitter-bash.wasm')),
  ]);
  return { runtime, grammar };
}
