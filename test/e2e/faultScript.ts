import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type AnswerBlock, call, say, type RecordedRequest, type ServerTurn } from '../support/strictServer.ts';

/** `work` goes on until it is killed, `change` ends after one of each kind of change. */
export type Script = 'work' | 'change';

const files = 3;
const lineLength = 1000;
const lines = 60;
/** Tokens that no conversation may come to: the next request is for a summary. */
export const contextTokens = 200_000;
/** What VS Code's own process may take to write a document once the extension host is gone, in milliseconds. */
const saveTime = 5000;
/** And the extension to clear up once a session is open again. */
const clearTime = 5000;
const ownNames = /^(raw-\d|doc-\d|user\.txt|from-bash)$/;

/**
 * A model that changes files of two kinds, each of one letter throughout, so that a mixture shows: `doc-N` is written
 * through VS Code's document, `raw-N` has mixed line ends and is written by the extension itself.
 */
export class FaultScript {
  #folder = '';
  #script: Script = 'work';
  #step = 0;
  #calls = 0;
  /** Requests for a summary so far. */
  summaries = 0;
  /** The next answer says that the conversation has become too long. */
  isLong = false;

  /** Puts its files there. */
  open(folder: string): void {
    this.#folder = folder;
    for (let number = 0; number < files; number += 1) writeFileSync(path.join(folder, `raw-${number}`), rawText('a'));
  }

  begin(script: Script): void {
    this.#script = script;
    this.#step = 0;
  }

  turn({ body }: RecordedRequest): ServerTurn {
    if (JSON.stringify(body).slice(-4000).includes('<summary></summary>')) {
      this.summaries += 1;
      return say('<summary>All as it was.</summary>', { pieceDelayMs: 2 });
    }
    const step = this.#step++;
    const usage = { input_tokens: this.isLong && step % 2 === 1 ? contextTokens : 10, output_tokens: 5 };
    if (this.#script === 'change' && step === 5) return say('Done.');
    const todos = [{ content: `Step ${step}`, status: 'in_progress' }];
    switch (step % 5) {
      case 0:
        return call(this.#id(), 'todo_write', { todos }, { pieceDelayMs: 2, usage });
      case 3:
        return call(this.#id(), 'bash', { command: 'printf x >> from-bash' }, { usage });
      case 4:
        return { kind: 'answer', blocks: [this.#raw(step), this.#doc(step)], pieceSize: 20_000, usage };
      default:
        return {
          kind: 'answer',
          blocks: [step % 2 === 1 ? this.#raw(step) : this.#doc(step)],
          pieceSize: 20_000,
          usage,
        };
    }
  }

  /** Each file is the old or the new one: what the extension writes at once, what VS Code writes when it has. */
  async checkFiles(): Promise<void> {
    for (const name of readdirSync(this.#folder)) {
      if (name.startsWith('raw-')) assert.ok(isWhole(this.#read(name), rawText), `${name} is half written`);
      else if (name.startsWith('doc-')) await this.#checkDocument(name);
      else if (name === 'user.txt') assert.equal(this.#read(name), 'mine');
      else if (name === 'from-bash') assert.match(this.#read(name), /^x*$/);
    }
  }

  /** Once a session is open again, its cut off writes leave nothing behind. */
  async checkNoLeftovers(): Promise<void> {
    const leftovers = (): string[] => readdirSync(this.#folder).filter((name) => !ownNames.test(name));
    const end = Date.now() + clearTime;
    while (leftovers().length > 0 && Date.now() < end) await wait(10);
    assert.deepEqual(leftovers(), []);
  }

  async #checkDocument(name: string): Promise<void> {
    const end = Date.now() + saveTime;
    while (!isWhole(this.#read(name), docText) && Date.now() < end) await wait(10);
    assert.ok(isWhole(this.#read(name), docText), `${name} is half written`);
  }

  #raw(step: number): AnswerBlock {
    const name = `raw-${step % files}`;
    const before = this.#read(name).charAt(0);
    const input = {
      file_path: name,
      old_string: before.repeat(lineLength),
      new_string: next(before).repeat(lineLength),
    };
    return { call: { id: this.#id(), name: 'edit_file', input: { ...input, replace_all: true } } };
  }

  #doc(step: number): AnswerBlock {
    const name = `doc-${step % files}`;
    const before = existsSync(path.join(this.#folder, name)) ? this.#read(name).charAt(0) : 'z';
    return { call: { id: this.#id(), name: 'write_file', input: { file_path: name, content: docText(next(before)) } } };
  }

  #read(name: string): string {
    return readFileSync(path.join(this.#folder, name), 'latin1');
  }

  #id(): string {
    this.#calls += 1;
    return `call_${this.#calls}`;
  }
}

function isWhole(text: string, textOf: (letter: string) => string): boolean {
  return text === textOf(text.charAt(0));
}

function docText(letter: string): string {
  return `${letter.repeat(lineLength)}\n`.repeat(lines);
}

function rawText(letter: string): string {
  return `${letter.repeat(lineLength)}\r\n${docText(letter)}`;
}

function next(letter: string): string {
  return letter === 'z' ? 'a' : String.fromCharCode(letter.charCodeAt(0) + 1);
}
