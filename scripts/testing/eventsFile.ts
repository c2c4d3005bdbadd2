import { type FSWatcher, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestEvent } from '../../test/support/mochaEvents.ts';
import type { Results } from './report.ts';

let lastId = 0;

/** The file through which a process that runs tests reports them, told on while it grows. */
export class EventsFile {
  readonly path: string;
  readonly #results: Results;
  readonly #watcher: FSWatcher;
  #read = 0;
  #hasEnded = false;

  constructor(results: Results) {
    this.#results = results;
    this.path = path.resolve('out', `events-${process.pid}-${++lastId}.jsonl`);
    mkdirSync(path.dirname(this.path), { recursive: true });
    writeFileSync(this.path, '');
    this.#watcher = watch(this.path, () => this.#readOn());
  }

  /** Tells on what is left, then fails the stage if the run did not come to its end. */
  close(endedBadly: string): void {
    this.#watcher.close();
    this.#readOn();
    rmSync(this.path);
    if (!this.#hasEnded) this.#results.fail('the tests ran to their end', endedBadly);
  }

  #readOn(): void {
    const text = readFileSync(this.path, 'utf8');
    const complete = text.lastIndexOf('\n') + 1;
    const lines = text.slice(this.#read, complete).split('\n');
    this.#read = complete;
    // The lines are written by our own reporter.
    for (const line of lines) if (line !== '') this.#tell(JSON.parse(line) as TestEvent);
  }

  #tell(event: TestEvent): void {
    switch (event.kind) {
      case 'passed':
        return this.#results.pass(event.title, event.duration);
      case 'failed':
        return this.#results.fail(event.title, event.detail);
      case 'ended':
        this.#hasEnded = true;
    }
  }
}
