/**
 * What is dropped: string sequences (OSC, DCS, SOS, PM, APC) from their start, so window titles, links and clipboard
 * writes, and the switch to the alternate screen, which would hide what stands there.
 */
const droppedSequence =
  /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[\s\S]*?(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)\?(?:47|1047|1049)[hl]/g;
const unfinishedSequence =
  /(?:\x1b(?:[\]PX^_][\s\S]*|\[[0-?]*[ -/]*)?|[\x9d\x90\x98\x9e\x9f][\s\S]*|\x9b[0-?]*[ -/]*)$/;

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
  #isAtLineStart = true;

  /** True when the next character would stand in the first column. */
  get isAtLineStart(): boolean {
    return this.#isAtLineStart;
  }

  write(chunk: string): string {
    const text = (this.#pending + chunk).replace(droppedSequence, '');
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
    this.#isAtLineStart = text.endsWith('\n');
    return start + text.slice(start.length).replace(/\r?\n/g, '\r\n');
  }
}
