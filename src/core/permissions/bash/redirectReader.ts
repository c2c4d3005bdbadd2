import type { Node } from 'web-tree-sitter';
import type { Redirection } from './commandLine.ts';
import { scanWord, wordOf, type Expansion, type Word } from './word.ts';

export interface Redirect {
  readonly redirection: readonly Redirection[];
  /** Words behind it that belong to its command. */
  readonly words: readonly Word[];
}

export function readRedirect(node: Node, source: string): Redirect {
  if (node.type === 'heredoc_redirect') return readDocument(node, source);
  const nodes = node.children.filter((child) => child.isNamed && child.type !== 'file_descriptor');
  const operator = node.children.find((child) => !child.isNamed)?.type ?? '>';
  const [target, ...words] = wordsOf(nodes, source);
  // `>&-` closes a descriptor: there is no target.
  if (target === undefined) return { redirection: [], words };
  const isDescriptor = /^[<>]&$/.test(operator) && /^\d+-?$|^-$/.test(target.raw);
  const descriptor = node.children.find((child) => child.type === 'file_descriptor')?.text ?? '';
  const redirection: Redirection = {
    operator,
    text: `${descriptor}${operator}${isDescriptor ? '' : ' '}${target.raw}`,
    target,
    isFile: operator !== '<<<' && !isDescriptor,
    isOutput: operator.includes('>'),
  };
  return { redirection: [redirection], words };
}

function readDocument(node: Node, source: string): Redirect {
  const children = node.children;
  const body = children.find((child) => child.type === 'heredoc_body')?.text ?? '';
  const start = children.find((child) => child.type === 'heredoc_start')?.text ?? '';
  const words = wordsOf(node.childrenForFieldName('argument'), source);
  const document: Redirection = {
    operator: '<<',
    text: `<< ${start}\n${body}`,
    target: wordOf(body),
    isFile: false,
    isOutput: false,
  };
  const files = children.filter((child) => child.type === 'file_redirect').map((child) => readRedirect(child, source));
  return {
    redirection: [document, ...files.flatMap(({ redirection }) => redirection)],
    words: [...words, ...files.flatMap((file) => file.words)],
  };
}

/** Nodes that touch make one word, also over the end of a continued line. */
export function wordsOf(nodes: readonly Node[], source: string): readonly Word[] {
  const groups: { start: number; end: number; expansions: Expansion[] }[] = [];
  for (const node of nodes.filter(({ type }) => type !== 'comment')) {
    const last = groups.at(-1);
    const expansions = expansionsIn(node);
    if (last !== undefined && /^(?:\\\n)*$/.test(source.slice(last.end, node.startIndex))) {
      last.end = node.endIndex;
      last.expansions.push(...expansions);
    } else groups.push({ start: node.startIndex, end: node.endIndex, expansions });
  }
  return groups.map(({ start, end, expansions }) =>
    scanWord(
      source.slice(start, end),
      expansions.map((expansion) => ({ start: expansion.start - start, end: expansion.end - start })),
    ),
  );
}

const expansionTypes = new Set([
  'simple_expansion',
  'expansion',
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
]);

/** The outermost ones only: what is in them belongs to the shell. */
function expansionsIn(node: Node): Expansion[] {
  if (expansionTypes.has(node.type)) return [{ start: node.startIndex, end: node.endIndex }];
  return node.childCount === 0 ? [] : node.children.flatMap(expansionsIn);
}
