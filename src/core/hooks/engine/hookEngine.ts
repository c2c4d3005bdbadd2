import { messageOf } from '../../util/errors.ts';
import { Emitter, type Event } from '../../util/event.ts';
import { readLateAnswer } from '../protocol/hookBackground.ts';
import type { FiredEvent, HookFields } from '../protocol/hookEvents.ts';
import { hookInput, type HookInput } from '../protocol/hookInput.ts';
import { compileMatcher, matchSubject, type MatchSubject } from '../configuration/hookMatcher.ts';
import { mergeOpinions, type HookOpinion, type HookOutcome } from '../protocol/hookOutcome.ts';
import { readHookRun, type EndedRun, type HookNotice, type HookReading } from '../protocol/hookOutput.ts';
import { describeRun, type HookRecord } from './hookRecord.ts';
import { expandPlaceholders, type HookJob, type HookRun, type HookRunner } from './hookRun.ts';
import type { HookSession, RuleFilter, SpillText } from './hookRun.ts';
import type { ConfiguredHook } from '../configuration/hookSchema.ts';
import { dropDuplicates, hookKey, type HookSet } from '../configuration/hookSources.ts';
import { limitText, limitTexts } from '../protocol/hookTextLimit.ts';
import { sharedTimeout } from '../configuration/hookTimeouts.ts';
import type { HookCall } from '../hookTypes.ts';

export interface HookEnginePorts {
  /** Asked anew at every event, so that edited settings count from the next one. */
  readonly hooks: () => Pick<HookSet, 'hooks'> | Promise<Pick<HookSet, 'hooks'>>;
  readonly session: () => HookSession;
  readonly runner: HookRunner;
  readonly matchesRule: RuleFilter;
  readonly spill: SpillText;
  /** Resolves when all that was said so far stands in the transcript file; never rejects. */
  readonly flushTranscript?: () => Promise<void>;
  /** Milliseconds; for durations. */
  readonly now?: () => number;
}

export interface HookStatistics {
  readonly count: number;
  readonly last: HookRecord;
}

/** One event as it was fired. */
interface Firing {
  readonly event: FiredEvent;
  readonly input: HookInput;
  readonly subject: MatchSubject;
  readonly session: HookSession;
  readonly call: HookCall | undefined;
}

/** How many events are remembered for trials. */
const rememberedFirings = 50;

/**
 * Fires events at the configured handlers: those that match run side by side, all to their end, and what they say is merged in
 * configuration order. No handler can break a run; only the abort of the caller's signal makes `fire` reject.
 */
export class HookEngine {
  readonly #ports: HookEnginePorts;
  readonly #now: () => number;
  readonly #statistics = new Map<string, HookStatistics>();
  readonly #lateContexts: string[] = [];
  #firings: readonly Firing[] = [];
  #lastNumber = 0;
  readonly #didRun = new Emitter<HookRecord>();
  readonly #didNotice = new Emitter<HookNotice>();
  readonly #didWake = new Emitter<string>();
  readonly #didTitle = new Emitter<string>();

  /** Every run of a handler at its end; one that goes to the background, when it does and again at its end. */
  readonly onDidRun: Event<HookRecord> = this.#didRun.event;
  /** What the person should read; trials only record theirs. */
  readonly onDidNotice: Event<HookNotice> = this.#didNotice.event;
  /** A background handler wants the agent to go on at once with this text. */
  readonly onDidWake: Event<string> = this.#didWake.event;
  /** A handler names the session. */
  readonly onDidTitle: Event<string> = this.#didTitle.event;

  constructor(ports: HookEnginePorts) {
    this.#ports = ports;
    this.#now = ports.now ?? (() => performance.now());
  }

  /** `call` belongs to tool events: `if` filters look at it. */
  async fire<E extends FiredEvent>(
    event: E,
    fields: HookFields[E],
    signal: AbortSignal,
    call?: HookCall,
  ): Promise<HookOutcome> {
    const session = this.#ports.session();
    const input = hookInput(event, fields, session, call?.name);
    const firing: Firing = { event, input, session, call, subject: matchSubject(event, input, call?.name) };
    this.#firings = [...this.#firings.slice(1 - rememberedFirings), firing];
    const hooks = await this.#select(firing);
    if (hooks.length === 0) return {};
    await this.#ports.flushTranscript?.();
    const timeoutOf = sharedTimeout(hooks);
    const opinions = await Promise.all(
      hooks.map(async (hook): Promise<HookOpinion> => {
        const { reading } = await this.#run(jobOf(hook, firing, timeoutOf(hook)), firing, signal, false);
        return { hook, result: reading.result };
      }),
    );
    signal.throwIfAborted();
    const { outcome, notices } = mergeOpinions(opinions);
    for (const notice of notices) this.#didNotice.fire(notice);
    if (outcome.sessionTitle !== undefined) this.#didTitle.fire(outcome.sessionTitle);
    return outcome;
  }

  /** How often a hook ran and how the last time went; survives a reload of the settings. */
  statistics(hook: ConfiguredHook): HookStatistics | undefined {
    return this.#statistics.get(hookKey(hook));
  }

  /** Texts of background handlers for the model, each given out once. */
  takeLateContext(): string | undefined {
    const texts = this.#lateContexts.splice(0);
    return texts.length === 0 ? undefined : texts.join('\n');
  }

  /**
   * Runs a hook on the latest event that it matches, for the person to see: no call is executed and the answer has no effect.
   * Undefined when it matches no event so far.
   */
  async tryOnLast(hook: ConfiguredHook, signal: AbortSignal): Promise<HookRecord | undefined> {
    for (const firing of [...this.#firings].reverse()) {
      if (!(await this.#concerns(hook, firing))) continue;
      return (await this.#run(jobOf(hook, firing, sharedTimeout([hook])(hook)), firing, signal, true)).record;
    }
    return undefined;
  }

  /** Tells the person what only the user of an outcome can know. */
  warn(text: string): void {
    this.#didNotice.fire({ level: 'warning', text });
  }

  dispose(): void {
    for (const emitter of [this.#didRun, this.#didNotice, this.#didWake, this.#didTitle]) emitter.dispose();
  }

  async #select(firing: Firing): Promise<ConfiguredHook[]> {
    const { hooks } = await this.#ports.hooks();
    const snapshot = hooks.filter((hook) => hook.inactive === undefined);
    const concerned = await Promise.all(snapshot.map((hook) => this.#concerns(hook, firing)));
    const matching = snapshot.filter((_, index) => concerned[index]);
    return dropDuplicates(matching, (text) => expandPlaceholders(text, firing.session));
  }

  async #concerns(hook: ConfiguredHook, { event, subject, call }: Firing): Promise<boolean> {
    if (hook.event !== event || !compileMatcher(event, hook.matcher).matches(subject)) return false;
    const rule = hook.definition.if;
    if (rule === undefined) return true;
    if (call === undefined) return false;
    try {
      return await this.#ports.matchesRule(rule, call);
    } catch {
      // A guard that can't be ruled out is asked.
      return true;
    }
  }

  async #run(
    job: HookJob,
    firing: Firing,
    signal: AbortSignal,
    isTrial: boolean,
  ): Promise<{ record: HookRecord; reading: HookReading }> {
    const number = ++this.#lastNumber;
    const startedAt = this.#now();
    const report = (run: HookRun, reading: HookReading): HookRecord => {
      const durationMs = Math.round(this.#now() - startedAt);
      const { hook, event, input } = job;
      const match = typeof firing.subject === 'string' ? firing.subject : firing.subject.claude;
      const record = { number, event, hook, match, durationMs, isTrial, ...describeRun(input, run, reading) };
      this.#keep(record);
      return record;
    };
    const run = await this.#ports.runner.run(job, signal).catch(crashed);
    if (run.kind !== 'background') {
      const reading = await limitTexts(readHookRun(job.event, job.hook, run), this.#ports.spill);
      return { record: report(run, reading), reading };
    }
    // Never rejects: `done` has its own catch and the rest is bookkeeping.
    void run.done.catch(crashed).then(async (end) => {
      if (!isTrial) await this.#takeLate(job.hook, end);
      report(end, silent);
    });
    return { record: report(run, silent), reading: silent };
  }

  #keep(record: HookRecord): void {
    const key = hookKey(record.hook);
    const isEndOfKnownRun = this.#statistics.get(key)?.last.number === record.number;
    const count = (this.#statistics.get(key)?.count ?? 0) + (isEndOfKnownRun ? 0 : 1);
    this.#statistics.set(key, { count, last: record });
    this.#didRun.fire(record);
    if (!record.isTrial) for (const notice of record.notices) this.#didNotice.fire(notice);
  }

  async #takeLate(hook: ConfiguredHook, end: HookRun): Promise<void> {
    if (end.kind === 'background') return;
    const { context, wake } = readLateAnswer(hook, end);
    if (context !== undefined) this.#lateContexts.push(await limitText(context, this.#ports.spill));
    if (wake !== undefined) this.#didWake.fire(await limitText(wake, this.#ports.spill));
  }
}

const silent: HookReading = { result: {}, notices: [] };

function jobOf(hook: ConfiguredHook, { event, input, session }: Firing, timeoutSeconds: number): HookJob {
  return { hook, event, input, timeoutSeconds, session };
}

/** A runner keeps its promise not to reject; should one break it, its hook counts as failed. */
function crashed(error: unknown): EndedRun {
  return { kind: 'failed', message: `could not be run: ${messageOf(error)}` };
}
