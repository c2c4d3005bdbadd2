import type * as TreeSitter from 'web-tree-sitter';
import { readCommands } from './commandReader.ts';
import { hasOddCharacters, unparsable, type CommandLine, type ParseCommandLine } from './commandLine.ts';

/** The parser, its runtime and the grammar for bash, the last two as WebAssembly modules. */
export interface BashGrammar {
  readonly treeSitter: Pick<typeof TreeSitter, 'Language' | 'Parser'>;
  readonly runtime: Uint8Array;
  readonly grammar: Uint8Array;
}

export interface BashParser {
  /** Loads on the first call. Rejects when the modules can't be read; the next call tries again. */
  ready(): Promise<ParseCommandLine>;
}

export function createBashParser(load: () => Promise<BashGrammar>): BashParser {
  let loading: Promise<ParseCommandLine> | undefined;
  return {
    ready: () => {
      loading ??= loadParser(load).catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
  };
}

async function loadParser(load: () => Promise<BashGrammar>): Promise<ParseCommandLine> {
  const { treeSitter, runtime, grammar } = await load();
  const { Language, Parser } = treeSitter;
  await Parser.init({ wasmBinary: runtime });
  const language = await Language.load(grammar);
  return (text) => (isTooLong(text) ? unparsable(text) : parse(text, new Parser(), language));
}

/** Longer lines, and ones with more documents, would keep the editor waiting. */
const MAX_CHARACTERS = 50_000;
const MAX_DOCUMENTS = 100;

function isTooLong(text: string): boolean {
  return text.length > MAX_CHARACTERS || text.split('<<').length > MAX_DOCUMENTS;
}

/** @param parser is freed. */
function parse(text: string, parser: TreeSitter.Parser, language: TreeSitter.Language): CommandLine {
  try {
    const tree = parser.setLanguage(language).parse(text);
    if (tree === null) return unparsable(text);
    const { commands, isComplete } = readCommands(tree.rootNode, text);
    tree.delete();
    return isComplete && !hasOddCharacters(text) ? { kind: 'commands', text, commands } : unparsable(text, commands);
  } catch {
    // The runtime may give up on a line (its stack is finite); then we don't know what the line does.
    return unparsable(text);
  } finally {
    parser.delete();
  }
}
