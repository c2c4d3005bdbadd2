/** A string sequence (OSC, DCS, SOS, PM, APC) from its start: window titles, links, clipboard writes. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const stringSequence = /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[\s\S]*?(?:\x07|\x1b\\|\x9c)/g;
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const unfinishedSequence = /(?:\x1b(?:[\]PX^_][\s\S]*)?|[\x9d\x90\x98\x9e\x9f][\s\S]*)$/;

/** An unfinished sequence longer than this is not one; it is dropped. */
const maxPending = 4096;

/**
 * Makes a command's output fit to be written to a terminal that only shows it: colours and cursor movements pass,
 * sequences that would change the title, the clipboard or anything outside the screen are dropped, `\n` becomes
 * `\r\n`. Chunks may be cut anywhere.
 */
export class TerminalOutput {
  #pending = '';
  #endsWithReturn = false;

  write(chunk: string): string {
    const text = (this.#pending + chunk).replace(stringSequence, '');
    this.#pending = '';
    const unfinished = unfinishedSequence.exec(text);
    if (unfinished === null) return this.#withReturns(text);
    if (unfinished[0].length <= maxPending) this.#pending = unfinished[0];
    return this.#withReturns(text.slice(0, unfinished.index));
  }

  #withReturns(text: string): string {
    if (text === '') return text;
    const start = this.#endsWithReturn && text.startsWith('\n') ? '\n' : '';
    this.#endsWithReturn = text.endsWith('\r');
    return start + text.slice(start.length).replace(/\r?\n/g, '\r\n');
  }
}
