import type { AgentEvent } from '../../agent/agentEvents.ts';
import type { RunEnd } from '../../agent/agentLoop.ts';
import type { PauseReason, SteerEvent, StopPoint } from '../../agent/steerEvents.ts';
import type { Disposable } from '../../util/disposable.ts';
import { DisposableStore } from '../../util/disposable.ts';
import { Emitter, type Event } from '../../util/event.ts';
import { PausePolicy, type HoldPoint, type PauseOptions } from './pausePolicy.ts';
import { pauseWords } from '../steering/steerText.ts';

/** The session as the gate needs it; `AgentSession` is the one implementation. */
export interface GatedSession {
  readonly onDidEmit: Event<AgentEvent>;
  readonly onDidReset: Event<void>;
  record(event: SteerEvent): void;
  stop(): void;
}

/**
 * Where a run waits for the person: asked to, at a stop point, over a budget or in a loop. It waits between two steps,
 * never inside one, and before the results of a round go out, so that what the person does meanwhile goes with them.
 */
export class RunGate implements Disposable {
  readonly #session: GatedSession;
  readonly #policy: PausePolicy;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<void>());
  /** The run waits or goes on, a pause was asked for, or a stop point was set. */
  readonly onDidChange = this.#didChange.event;
  #reason: PauseReason | undefined;
  #answer: ((choice: 'goOn' | 'end') => void) | undefined;
  #end: RunEnd | undefined;

  constructor(session: GatedSession, options: PauseOptions) {
    this.#session = session;
    this.#policy = new PausePolicy(options);
    this.#disposables.add(session.onDidEmit((event) => this.#watch(event)));
    this.#disposables.add(session.onDidReset(() => this.#reset()));
  }

  /** Why the run waits; undefined when it doesn't. */
  get pause(): PauseReason | undefined {
    return this.#reason;
  }

  /** True while a pause was asked for and the current step isn't over. */
  get isPausing(): boolean {
    return this.#policy.isAsked && this.#reason === undefined;
  }

  get stopPoints(): readonly StopPoint[] {
    return this.#policy.points;
  }

  /** From the next step on. Harmless without a run and when it waits already. */
  pauseNow(): void {
    if (this.#reason !== undefined) return;
    this.#policy.ask();
    this.#didChange.fire();
  }

  goOn(): void {
    this.#answer?.('goOn');
  }

  /** Ends the run that waits: as stopped, or as having reached the limit that it waits at. */
  end(): void {
    const reason = this.#reason;
    if (reason === undefined) return;
    if (reason.kind === 'now' || reason.kind === 'item') this.#session.stop();
    else this.#answer?.('end');
  }

  /** A stop point counts once, then it is gone. One that lies behind is not set. */
  setStopPoint(point: StopPoint, isSet: boolean): void {
    const others = this.stopPoints.filter(({ itemId, when }) => itemId !== point.itemId || when !== point.when);
    this.#setPoints(isSet ? [...others, { itemId: point.itemId, when: point.when }] : others);
  }

  /** Resolves when the run may take its next step, or is aborted; never rejects. */
  async hold(at: HoldPoint, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#end === undefined) {
      const reason = this.#policy.due(at);
      if (reason === undefined) return;
      await this.#wait(reason, signal);
    }
  }

  /** For the loop's `beforeRequest`. */
  async beforeRequest(signal: AbortSignal): Promise<RunEnd | undefined> {
    await this.hold('request', signal);
    signal.throwIfAborted();
    return this.#end;
  }

  /** Takes up a session from before: its stop points, and what was used of the budgets. */
  resume(events: readonly AgentEvent[]): void {
    for (const event of events) {
      this.#policy.apply(event);
      if (event.kind === 'stopPointsChanged') this.#policy.setPoints(event.points);
    }
    this.#didChange.fire();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #wait(reason: PauseReason, signal: AbortSignal): Promise<void> {
    const answered = new Promise<'goOn' | 'end' | undefined>((resolve) => {
      this.#answer = resolve;
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    this.#reason = reason;
    this.#session.record({ kind: 'paused', reason });
    this.#didChange.fire();
    const choice = await answered;
    this.#reason = undefined;
    this.#answer = undefined;
    if (choice === 'end') this.#end = { kind: 'limit', reason: `Ended by you, ${pauseWords(reason, plain)}.` };
    if (choice !== undefined) this.#session.record({ kind: 'resumed', choice });
    this.#didChange.fire();
  }

  #watch(event: AgentEvent): void {
    const points = this.stopPoints;
    this.#policy.apply(event);
    if (points.length !== this.stopPoints.length) this.#setPoints(this.stopPoints);
    if (event.kind === 'runStarted' || event.kind === 'runFinished') this.#end = undefined;
  }

  #setPoints(points: readonly StopPoint[]): void {
    this.#policy.setPoints(points);
    this.#session.record({ kind: 'stopPointsChanged', points: this.stopPoints });
    this.#didChange.fire();
  }

  #reset(): void {
    this.#policy.clear();
    this.#didChange.fire();
  }
}

function plain(text: string): string {
  return text;
}
