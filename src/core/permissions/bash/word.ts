/** A piece of a shell word, as far as it can be told before the shell runs. */
export type WordPart =
  /** Quotes and escapes are removed. */
  | { readonly kind: 'text'; readonly text: string }
  /** Unquoted characters of a glob or a brace expansion. */
  | { readonly kind: 'pattern'; readonly text: string }
  /** `$NAME` or `${NAME}`; a leading `~` is HOME. */
  | { readonly kind: 'variable'; readonly name: string; readonly text: string }
  /** Any other expansion or substitution. */
  | { readonly kind: 'dynamic'; readonly text: string };

export interface Word {
  /** As written, but continued lines are joined. */
  readonly raw: string;
  readonly parts: readonly WordPart[];
}

/** Where an expansion stands in the text of a word. */
export interface Expansion {
  readonly start: number;
  readonly end: number;
}

/** Reads one word of a command line; `expansions` in order and apart from each other. */
export function scanWord(source: string, expansions: readonly Expansion[] = []): Word {
  return new WordScanner(source, expansions).scan();
}

/** The word's value where no shell is needed to know it. */
export function literalOf(word: Word, variables: ReadonlyMap<string, string> = new Map()): string | undefined {
  let value = '';
  for (const part of word.parts) {
    const text = part.kind === 'text' ? part.text : part.kind === 'variable' ? variables.get(part.name) : undefined;
    if (text === undefined) return undefined;
    value += text;
  }
  return value;
}

/** The word with quotes removed; what only the shell knows stays as written. */
export function valueOf(word: Word): string {
  return word.parts.map((part) => part.text).join('');
}

export function hasPattern(word: Word): boolean {
  return word.parts.some((part) => part.kind === 'pattern');
}

/** True when a substitution or an expansion decides what the word is. */
export function isDynamic(word: Word): boolean {
  return word.parts.some((part) => part.kind === 'dynamic' || part.kind === 'variable');
}

export function wordOf(text: string): Word {
  return { raw: text, parts: [{ kind: 'text', text }] };
}

const patternCharacters = new Set('*?[]{}(');
const ansiEscapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

class WordScanner {
  readonly #source: string;
  readonly #expansions: readonly Expansion[];
  readonly #parts: WordPart[] = [];
  #raw = '';
  #text = '';
  #at = 0;
  /** The next expansion. */
  #expansion = 0;

  constructor(source: string, expansions: readonly Expansion[]) {
    this.#source = source;
    this.#expansions = expansions;
  }

  scan(): Word {
    const tilde = /^~(?=\/|$)/.exec(this.#source);
    if (tilde !== null) this.#take({ kind: 'variable', name: 'HOME', text: '~' }, 1);
    else if (this.#source.startsWith('~')) this.#take({ kind: 'dynamic', text: '~' }, 1);
    while (this.#at < this.#source.length) this.#next();
    this.#flush();
    // An empty string in quotes is a word too.
    if (this.#parts.length === 0) this.#parts.push({ kind: 'text', text: '' });
    return { raw: this.#raw, parts: this.#parts };
  }

  #next(): void {
    if (this.#takeExpansion()) return;
    const rest = this.#source.slice(this.#at, this.#at + 2);
    if (rest === '\\\n') this.#at += 2;
    else if (rest.startsWith('\\')) this.#takeText(rest.slice(1), rest.length);
    else if (rest.startsWith("'")) this.#takeQuoted(1);
    else if (rest === "$'") this.#takeAnsi();
    else if (rest.startsWith('"') || rest === '$"') this.#takeDoubleQuoted(rest.startsWith('"') ? 1 : 2);
    else if (patternCharacters.has(rest.charAt(0))) this.#take({ kind: 'pattern', text: rest.charAt(0) }, 1);
    else this.#takeText(rest.charAt(0), 1);
  }

  #takeExpansion(): boolean {
    const found = this.#expansions[this.#expansion];
    if (found === undefined || this.#at < found.start) return false;
    this.#expansion += 1;
    const text = this.#source.slice(this.#at, found.end);
    const plain = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})$/.exec(text);
    const name = plain?.[1] ?? plain?.[2];
    this.#take(name === undefined ? { kind: 'dynamic', text } : { kind: 'variable', name, text }, text.length);
    return true;
  }

  #takeQuoted(openLength: number): void {
    const start = this.#at + openLength;
    const close = this.#source.indexOf("'", start);
    const end = close < 0 ? this.#source.length : close;
    this.#takeText(this.#source.slice(start, end), end + 1 - this.#at);
  }

  #takeDoubleQuoted(openLength: number): void {
    this.#skip(openLength);
    while (this.#at < this.#source.length) {
      if (this.#takeExpansion()) continue;
      const rest = this.#source.slice(this.#at, this.#at + 2);
      if (rest.startsWith('"')) return this.#skip(1);
      if (rest === '\\\n') this.#at += 2;
      else if (/^\\[$`"\\]/.test(rest)) this.#takeText(rest.slice(1), 2);
      else this.#takeText(rest.charAt(0), 1);
    }
  }

  #takeAnsi(): void {
    const closed = /^\$'((?:\\[\s\S]|[^'\\])*)'?/.exec(this.#source.slice(this.#at));
    this.#takeText(decodeAnsi(closed?.[1] ?? ''), closed?.[0].length ?? 2);
  }

  #takeText(text: string, length: number): void {
    this.#text += text;
    this.#skip(length);
  }

  #take(part: WordPart, length: number): void {
    this.#flush();
    this.#parts.push(part);
    this.#skip(length);
  }

  #skip(length: number): void {
    this.#raw += this.#source.slice(this.#at, this.#at + length);
    this.#at += length;
  }

  #flush(): void {
    if (this.#text !== '') this.#parts.push({ kind: 'text', text: this.#text });
    this.#text = '';
  }
}

/** The text of `$'...'`. */
function decodeAnsi(text: string): string {
  const escapes = /\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|c[\s\S]|[\s\S])/g;
  return text.replace(escapes, (_, escape: string) => ansiCharacter(escape));
}

/** A code point that doesn't exist stays as written. */
function ansiCharacter(escape: string): string {
  const [kind = '', ...rest] = escape;
  if (kind === 'c' && rest.length > 0) return String.fromCharCode(rest.join('').toUpperCase().charCodeAt(0) & 0x1f);
  const isOctal = /^[0-7]/.test(escape);
  if (!isOctal && (rest.length === 0 || !/[xuU]/.test(kind))) return ansiEscapes[escape] ?? escape;
  const code = isOctal ? parseInt(escape, 8) & 0xff : parseInt(rest.join(''), 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
}
