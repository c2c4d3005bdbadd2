import { performance } from 'node:perf_hooks';

/** Takes each test as it ends. */
export interface Results {
  pass(title: string, milliseconds: number): void;
  fail(title: string, detail: string): void;
}

/** Prints each test as it ends and counts. */
export class Report implements Results {
  #passed = 0;
  #failed = 0;
  #inStage = 0;
  readonly #start = performance.now();
  #stageStart = 0;

  get total(): number {
    return this.#passed + this.#failed;
  }

  get hasFailed(): boolean {
    return this.#failed > 0 || this.total === 0;
  }

  /** Tests of the stage since `startStage`. */
  get inStage(): number {
    return this.#inStage;
  }

  startStage(title: string): void {
    this.#inStage = 0;
    this.#stageStart = performance.now();
    console.log(`\n${title}`);
  }

  endStage(): void {
    console.log(`  (${seconds(this.#stageStart)})`);
  }

  pass(title: string, milliseconds: number): void {
    this.#passed++;
    this.#inStage++;
    console.log(`  ✓ ${oneLine(title)} (${Math.round(milliseconds)} ms)`);
  }

  fail(title: string, detail: string): void {
    this.#failed++;
    this.#inStage++;
    const lines = detail.split('\n').slice(0, 60);
    console.log(`  ✗ ${oneLine(title)}\n      ${lines.join('\n      ')}`);
  }

  /** A failed try that another one follows: printed, so that it can be looked into, but not counted. */
  note(title: string, detail: string): void {
    const lines = detail.split('\n').slice(0, 20);
    console.log(`  ↻ ${oneLine(title)}: tried again\n      ${lines.join('\n      ')}`);
  }

  /** The closing line stands alone: other programs read it. */
  close(): void {
    console.log(`\n${seconds(this.#start)}\n${this.#passed} passed, ${this.#failed} failed`);
  }
}

function oneLine(title: string): string {
  return title.replaceAll(/\s+/g, ' ');
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
