/** Deeper nesting is refused: no plan needs it, and the reader recurses. */
const maxDepth = 100;

const gap = /(?:[ \t\f\r\n]|#[^\r\n]*)*/y;
const constant = /(?:True|False|None)(?![\w\u0080-\uffff])/y;
const number =
  /[+-]?(?:0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:(?:\d(?:_?\d)*)?\.\d(?:_?\d)*|\d(?:_?\d)*\.?)(?:[eE][+-]?\d(?:_?\d)*)?)(?![\w.])/y;
const stringStart = /[uUrR]?(?:'''|"""|'|")/y;
/** A stretch of plain text, the backslash of an escape, or (at last) the closing quote. */
const stringParts: Readonly<Record<string, RegExp>> = {
  "'": /[^'\\\r\n]+|\\|'/y,
  '"': /[^"\\\r\n]+|\\|"/y,
  "'''": /[^'\\]+|\\|'''|'/y,
  '"""': /[^"\\]+|\\|"""|"/y,
};
/** What may follow a backslash. `\N{…}` and cut-off `\x`, `\u`, `\U` are no literals; others keep their backslash. */
const escape = /\r\n|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U00(?:0[\da-fA-F]|10)[\da-fA-F]{4}|[0-7]{1,3}|[^xuUN]/y;
const plainEscapes = new Map(
  Object.entries({ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\', "'": "'", '"': '"' }),
);

/**
 * Reads `text` as one Python literal, because some models send a list in its Python spelling. Nothing is ever
 * evaluated; the time is linear in the length. Dicts become objects without a prototype (keys that are no strings
 * are left out), lists become arrays, None null; tuples and sets become `Set`s, since they are neither.
 * @returns undefined when the text is no such literal.
 */
export function readPythonLiteral(text: string): { readonly value: unknown } | undefined {
  if (text.includes('\0')) return undefined;
  try {
    return { value: new LiteralReader(text).readWhole() };
  } catch (error) {
    if (error instanceof NotALiteral) return undefined;
    throw error;
  }
}

class NotALiteral extends Error {}

class LiteralReader {
  readonly #text: string;
  #position = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readWhole(): unknown {
    const value = this.#readValue();
    this.#take(gap);
    if (this.#position < this.#text.length) throw new NotALiteral();
    return value;
  }

  #readValue(): unknown {
    if (this.#depth >= maxDepth) throw new NotALiteral();
    this.#depth++;
    const value = this.#readBracketed() ?? { value: this.#readScalar() };
    this.#depth--;
    return value.value;
  }

  #readBracketed(): { readonly value: unknown } | undefined {
    if (this.#skip('[')) return { value: this.#readItems(']').items };
    if (this.#skip('(')) return { value: this.#readParentheses() };
    if (this.#skip('{')) return { value: this.#readBraces() };
    return undefined;
  }

  /** Values up to `close`, the opening bracket being read already. */
  #readItems(close: string): { readonly items: unknown[]; readonly hasComma: boolean } {
    const items: unknown[] = [];
    let hasComma = false;
    for (let mayGoOn = true; !this.#skip(close);) {
      if (!mayGoOn) throw new NotALiteral();
      items.push(this.#readValue());
      mayGoOn = this.#skip(',');
      hasComma ||= mayGoOn;
    }
    return { items, hasComma };
  }

  /** `(x)` is x itself; `()` and `(x,)` are tuples. */
  #readParentheses(): unknown {
    const { items, hasComma } = this.#readItems(')');
    return items.length === 1 && !hasComma ? items[0] : new Set(items);
  }

  #readBraces(): unknown {
    // Without a prototype, so that `__proto__` is a key like any other.
    const dict = Object.create(null) as Record<string, unknown>;
    for (let mayGoOn = true; !this.#skip('}'); mayGoOn = this.#skip(',')) {
      if (!mayGoOn) throw new NotALiteral();
      const key = this.#readValue();
      // A list or dict can't be a key.
      if (typeof key === 'object' && key !== null) throw new NotALiteral();
      if (!this.#skip(':')) return this.#readSet(key);
      const value = this.#readValue();
      if (typeof key === 'string') dict[key] = value;
    }
    return dict;
  }

  #readSet(first: unknown): Set<unknown> {
    if (this.#skip('}')) return new Set([first]);
    if (!this.#skip(',')) throw new NotALiteral();
    return new Set([first, ...this.#readItems('}').items]);
  }

  #readScalar(): unknown {
    const word = this.#take(constant);
    if (word !== undefined) return word === 'None' ? null : word === 'True';
    const digits = this.#take(number);
    if (digits !== undefined) return numberOf(digits);
    const parts: string[] = [];
    // Strings side by side are one string.
    for (let part = this.#readString(); part !== undefined; part = this.#readString()) parts.push(part);
    if (parts.length === 0) throw new NotALiteral();
    return parts.join('');
  }

  #readString(): string | undefined {
    this.#take(gap);
    const start = this.#take(stringStart);
    if (start === undefined) return undefined;
    const quote = start.replace(/^[a-z]/i, '');
    const isRaw = /^r/i.test(start);
    const part = stringParts[quote];
    let text = '';
    for (;;) {
      const piece = part && this.#take(part);
      if (piece === undefined) throw new NotALiteral();
      if (piece === quote) return text;
      text += piece === '\\' ? this.#readEscape(isRaw) : piece;
    }
  }

  #readEscape(isRaw: boolean): string {
    const rest = this.#take(isRaw ? /[^]/y : escape);
    if (rest === undefined) throw new NotALiteral();
    if (isRaw) return `\\${rest}`;
    if (/^[\r\n]/.test(rest)) return '';
    if (/^[xuU]/.test(rest)) return String.fromCodePoint(parseInt(rest.slice(1), 16));
    if (/^[0-7]/.test(rest)) return String.fromCodePoint(parseInt(rest, 8));
    return plainEscapes.get(rest) ?? `\\${rest}`;
  }

  #skip(mark: string): boolean {
    this.#take(gap);
    if (this.#text[this.#position] !== mark) return false;
    this.#position++;
    return true;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0];
    this.#position += found?.length ?? 0;
    return found;
  }
}

function numberOf(digits: string): number {
  const plain = digits.replaceAll('_', '');
  return plain.startsWith('-') ? -Number(plain.slice(1)) : Number(plain.replace('+', ''));
}
