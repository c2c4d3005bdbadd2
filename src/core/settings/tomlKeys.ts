import { keyPath } from './keyPath.ts';
import type { TextRange } from './keyPath.ts';

const blanks = /(?:[ \t\r\n]|#[^\n]*)*/y;
const keyPart = /[ \t]*(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[\w-]+)[ \t]*/y;
const valuePart =
  /"""[^"\\]*(?:(?:\\[^]|"(?!""))[^"\\]*)*"{3,5}|'''[^']*(?:'(?!'')[^']*)*'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[[\]{}\n]|[^"'#[\]{}\n]+/y;

/**
 * Where the keys of a TOML text stand, which its parser doesn't tell: table headers and the keys at the start of a
 * line, dotted ones too. Keys inside an inline table or with escapes in quotes are not found; whoever asks takes the
 * nearest key above them. The text has to be valid TOML.
 */
export function tomlKeys(text: string): ReadonlyMap<string, TextRange> {
  const scanner = new Scanner(text);
  const keys = new Map<string, TextRange>();
  let table: readonly string[] = [];
  for (scanner.take(blanks); !scanner.isAtEnd; scanner.take(blanks)) {
    if (scanner.take(/\[\[?/y) !== undefined) {
      table = readKey(scanner, [], keys);
      scanner.take(/\]\]?/y);
    } else if (readKey(scanner, table, keys).length > table.length) {
      scanner.take(/=/y);
      skipValue(scanner);
    } else {
      break;
    }
  }
  return keys;
}

/** A key, dotted perhaps; each of its parts is noted where it is mentioned first. */
function readKey(scanner: Scanner, table: readonly string[], keys: Map<string, TextRange>): readonly string[] {
  const path = [...table];
  const offset = scanner.position;
  for (let part = scanner.take(keyPart); part !== undefined;) {
    path.push(part.trim().replace(/^(["'])(.*)\1$/, '$2'));
    const length = scanner.textFrom(offset).trimEnd().length;
    if (!keys.has(keyPath(path))) keys.set(keyPath(path), { offset, length });
    part = scanner.take(/\./y) && scanner.take(keyPart);
  }
  return path;
}

/** To the end of the line that ends the value, across the lines of an array or a string. */
function skipValue(scanner: Scanner): void {
  let depth = 0;
  for (let part = scanner.take(valuePart); part !== undefined; part = scanner.take(valuePart)) {
    if (part === '[' || part === '{') depth++;
    else if (part === ']' || part === '}') depth--;
    else if (part === '\n' && depth === 0) return;
  }
}

class Scanner {
  readonly #text: string;
  position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.position >= this.#text.length;
  }

  textFrom(offset: number): string {
    return this.#text.slice(offset, this.position);
  }

  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.#text)?.[0];
    this.position += found?.length ?? 0;
    return found;
  }
}
