import { Emitter, type Event } from '../../util/event.ts';
import type { ConfiguredHook } from '../configuration/hookSchema.ts';
import type { HookJob, HookRun, HookRunner } from './hookRun.ts';

/** Knows which handlers run right now that have something to say about it (`statusMessage`). */
export class HookStatus implements HookRunner {
  readonly #inner: HookRunner;
  readonly #running = new Map<HookJob, ConfiguredHook>();
  readonly #didChange = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#didChange.event;

  constructor(inner: HookRunner) {
    this.#inner = inner;
  }

  /** The latest one last. One that went to the background is not waited for and not among them. */
  get running(): readonly ConfiguredHook[] {
    return [...this.#running.values()];
  }

  async run(job: HookJob, signal: AbortSignal): Promise<HookRun> {
    if (job.hook.definition.statusMessage === undefined) return this.#inner.run(job, signal);
    this.#running.set(job, job.hook);
    this.#didChange.fire();
    try {
      return await this.#inner.run(job, signal);
    } finally {
      this.#running.delete(job);
      this.#didChange.fire();
    }
  }

  dispose(): void {
    this.#didChange.dispose();
  }
}
