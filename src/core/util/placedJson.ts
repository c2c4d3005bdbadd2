import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';

/** The way to an entry: keys and indexes. */
export type JsonPath = readonly (string | number)[];

/** A JSON text that is read for people who must find their mistakes again. */
export interface PlacedJson {
  /** As far as the text could be read; undefined when there is nothing in it. */
  readonly value: unknown;
  /** What is wrong with the text first, and on which line; absent when it is valid. */
  readonly error?: { readonly what: string; readonly line: number };
  /** The 1-based line of the entry, or of its longest existing part: a missing key is reported where it is missed. */
  readonly lineOf: (path: JsonPath) => number;
  /** The whole place of that entry. */
  readonly placeOf: (path: JsonPath) => JsonPlace;
}

/** 1-based, the end exclusive. An entry of several lines ends with the first of them. */
export interface JsonPlace {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** `strict`: comments and trailing commas are mistakes. */
export function parsePlacedJson(text: string, { strict }: { readonly strict: boolean }): PlacedJson {
  const body = text.replace(/^\uFEFF/, '');
  const errors: ParseError[] = [];
  const tree = parseTree(body, errors, { disallowComments: strict, allowTrailingComma: !strict });
  const [error] = errors;
  return {
    value: tree === undefined ? undefined : (getNodeValue(tree) as unknown),
    ...(error === undefined
      ? {}
      : { error: { what: printParseErrorCode(error.error), line: lineAt(body, error.offset) } }),
    lineOf: (path) => lineAt(body, tree === undefined ? 0 : deepest(tree, path).offset),
    placeOf: (path) => placeAt(body, tree === undefined ? { offset: 0, length: 0 } : deepest(tree, path)),
  };
}

function placeAt(text: string, { offset, length }: Pick<Node, 'offset' | 'length'>): JsonPlace {
  const column = offset - text.lastIndexOf('\n', offset - 1);
  const firstLine = text.slice(offset, offset + length).split(/\r?\n/, 1)[0] ?? '';
  return { line: lineAt(text, offset), column, endColumn: column + firstLine.length };
}

/** A path for people, e.g. `hooks.PreToolUse[0].timeout`. */
export function pathText(path: JsonPath): string {
  const key = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return key.replace(/^\./, '');
}

/** True for what JSON calls an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The line of a property is that of its key. */
function deepest(tree: Node, path: JsonPath): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return node.parent?.type === 'property' ? node.parent : node;
  }
  return tree;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
