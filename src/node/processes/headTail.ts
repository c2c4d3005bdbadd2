/** Text as it comes, of which only the beginning and the end are kept when it is longer than `limit` characters. */
export class HeadTail {
  readonly #half: number;
  readonly #head: string[] = [];
  readonly #tail: string[] = [];
  #headLength = 0;
  #tailLength = 0;
  #dropped = 0;

  constructor(limit: number) {
    this.#half = Math.ceil(limit / 2);
  }

  append(text: string): void {
    const fits = text.slice(0, this.#half - this.#headLength);
    if (fits !== '') this.#head.push(fits);
    this.#headLength += fits.length;
    this.#appendTail(text.slice(fits.length));
  }

  toString(): string {
    const note = this.#dropped === 0 ? '' : `\n[${this.#dropped} characters dropped]\n`;
    return this.#head.join('') + note + this.#tail.join('');
  }

  #appendTail(text: string): void {
    if (text === '') return;
    this.#tail.push(text);
    this.#tailLength += text.length;
    for (
      let [first] = this.#tail;
      first !== undefined && this.#tailLength - first.length >= this.#half;
      [first] = this.#tail
    ) {
      this.#tail.shift();
      this.#tailLength -= first.length;
      this.#dropped += first.length;
    }
  }
}
