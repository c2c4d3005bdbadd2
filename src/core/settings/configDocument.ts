import { parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { parse as parseToml, TomlError } from 'smol-toml';
import { keyPath } from './keyPath.ts';
import type { TextRange } from './keyPath.ts';
import { tomlKeys } from './tomlKeys.ts';

export type ConfigDocument =
  | {
      readonly kind: 'document';
      /** Plain data; read its own properties only. */
      readonly value: unknown;
      /** Where each key stands, by `keyPath`. */
      readonly keys: ReadonlyMap<string, TextRange>;
    }
  | { readonly kind: 'malformed'; readonly offset: number; readonly reason: string };

/** JSON with comments and trailing commas, as in VS Code's own settings. */
export function parseJsonDocument(text: string): ConfigDocument {
  const errors: ParseError[] = [];
  const keys = new Map<string, TextRange>();
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error) return { kind: 'malformed', offset: error.offset, reason: inWords(printParseErrorCode(error.error)) };
    if (!root) return { kind: 'malformed', offset: 0, reason: 'value expected' };
    return { kind: 'document', value: valueOf(root, [], keys), keys };
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'malformed', offset: 0, reason: 'nested too deeply' };
    throw error;
  }
}

/** `CommaExpected` as "comma expected". */
function inWords(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** jsonc-parser's own conversion would set a prototype for a key `__proto__`; here it is a key like any other. */
function valueOf(node: Node, path: readonly string[], keys: Map<string, TextRange>): unknown {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map((child, index) => valueOf(child, [...path, String(index)], keys));
  if (node.type !== 'object') return node.value as unknown;
  const value = Object.create(null) as Record<string, unknown>;
  for (const { children: [key, inner] = [] } of children) {
    if (!key || !inner) continue;
    const name = String(key.value);
    keys.set(keyPath([...path, name]), { offset: key.offset, length: key.length });
    value[name] = valueOf(inner, [...path, name], keys);
  }
  return value;
}

export function parseTomlDocument(text: string): ConfigDocument {
  try {
    return { kind: 'document', value: parseToml(text), keys: tomlKeys(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The lines after the first quote the file, and so perhaps a key.
    const reason = (error.message.split('\n')[0] ?? '').replace('Invalid TOML document: ', '');
    const lineStart = startOfLine(text, error.line);
    return { kind: 'malformed', offset: lineStart + error.column - 1, reason: withQuoteHint(reason) };
  }
}

/** The parser names the line end that it met in a string; the person has to look for the quote. */
function withQuoteHint(reason: string): string {
  const isUnclosed = /control characters are not allowed in strings|unfinished string/.test(reason);
  return isUnclosed ? `${reason}: is the closing quote missing?` : reason;
}

function startOfLine(text: string, line: number): number {
  let start = 0;
  for (let at = 1; at < line; at++) start = text.indexOf('\n', start) + 1;
  return start;
}
