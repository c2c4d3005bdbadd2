import type { HookRegistry } from '../hooks/hookRegistry.ts';
import type { AssistantMessage, Message, ToolUse } from '../model/messages.ts';
import { ModelError, type ErrorAction } from '../model/modelClient.ts';
import { isAbort, messageOf } from '../util/errors.ts';
import { silentLogger, type Logger } from '../util/logger.ts';
import type { Emit, RunOutcome } from './agentEvents.ts';
import type { CompactOutcome } from './context/contextKeeper.ts';
import { callsOf, type LeftCall } from './calls/leftCalls.ts';
import { ModelStep, type ModelStepPorts } from './modelStep.ts';
import type { RequestSettings } from './requestSettings.ts';
import { add, startOf, textBlock, type Run } from './run.ts';
import { isCutOffInThought, readStopReason } from './stopReasons.ts';
import { raiseLimit, ToolRound, type RoundOrigin, type ToolRoundPorts } from './toolRound.ts';

/** Why and how a run ends. */
export interface RunEnd extends Pick<RunOutcome, 'kind' | 'reason'> {
  /** What the person can do about it. */
  readonly action?: ErrorAction;
}

export interface AgentLoopOptions extends ModelStepPorts, ToolRoundPorts {
  readonly hooks: HookRegistry;
  readonly sessionId: string;
  /** Asked once per run, behind `runStarted`, so that it stays byte-identical through the run. */
  readonly systemPrompt: () => string | Promise<string>;
  /** Asked before each request: a change counts from the next round. */
  readonly request: () => RequestSettings;
  /** Model answers in one run, those after Stop feedback included. Default 50. */
  readonly maxRounds?: () => number;
  /** Awaited before each request; an answer ends the run with it. */
  readonly beforeRequest?: (signal: AbortSignal) => Promise<RunEnd | undefined>;
  readonly logger?: Logger;
}

const defaultMaxRounds = 50;
const maxContinued = 8;

/**
 * The loop: prompt, model, tool calls, results, until the model makes no more calls. New behaviour comes in through
 * hooks, tail sources and listeners; a branch here is a new way to end.
 */
export class AgentLoop {
  readonly #options: AgentLoopOptions;
  readonly #logger: Logger;
  readonly #model: ModelStep;
  readonly #tools: ToolRound;

  constructor(options: AgentLoopOptions) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
    this.#model = new ModelStep(options);
    this.#tools = new ToolRound(options);
  }

  /**
   * One run. Never rejects. Every message that joins the history is announced by `messageAdded`, whoever keeps the
   * history appends it; `historyReplaced` puts another one in its place. Whatever happens, the history then is one that
   * a next prompt can follow.
   * @param prompt undefined: the conversation goes on as it stands, after a failure.
   * @param left without a prompt: calls of the last answer that have no result in the history.
   */
  async run(
    history: readonly Message[],
    prompt: string | undefined,
    emit: Emit,
    signal: AbortSignal,
    left: readonly LeftCall[] = [],
  ): Promise<RunOutcome> {
    const run = startOf(history, emit, signal);
    const { action, ...end } = await this.#drive(run, prompt, left).catch((error: unknown) => this.#endOf(error, run));
    const outcome: RunOutcome = { ...end, rounds: run.rounds, sessionId: this.#options.sessionId };
    emit({ kind: 'runFinished', outcome, ...(action === undefined ? {} : { action }) });
    return outcome;
  }

  /**
   * Puts a summary in the place of the history, between two runs.
   * @param instructions the person's wishes for the summary.
   * @throws ModelError, or an abort error
   */
  async compact(
    history: readonly Message[],
    instructions: string,
    emit: Emit,
    signal: AbortSignal,
  ): Promise<CompactOutcome> {
    const run = startOf(history, emit, signal);
    run.system = await this.#options.systemPrompt();
    return await this.#model.compact(run, this.#options.request(), instructions);
  }

  async #drive(run: Run, prompt: string | undefined, left: readonly LeftCall[]): Promise<RunEnd> {
    const { model } = this.#options.request();
    run.emit({ kind: 'runStarted', prompt: prompt ?? '', model, ...(prompt === undefined ? { isRetry: true } : {}) });
    run.system = await this.#options.systemPrompt();
    const end = prompt === undefined ? await this.#takeUp(run, left) : await this.#take(prompt, run);
    if (end !== undefined) return end;
    for (;;) {
      const reached = await this.#step(run);
      if (reached !== undefined) return reached;
    }
  }

  /** No new prompt: the history as it stands, the calls that are left in it first. */
  async #takeUp(run: Run, left: readonly LeftCall[]): Promise<RunEnd | undefined> {
    const end = endOfNothing(run.messages);
    if (end !== undefined || left.length === 0) return end;
    return this.#round(run, callsOf(run.messages.at(-1)), this.#options.request(), { left });
  }

  /** A new prompt. @returns an end when it isn't to be sent. */
  async #take(prompt: string, run: Run): Promise<RunEnd | undefined> {
    if (prompt.trim() === '') return { kind: 'blocked', reason: 'The task is empty. Say what to do.' };
    for (const tail of this.#options.tails) tail.reset();
    const { sessionId } = this.#options;
    const said = await this.#options.hooks.run('UserPromptSubmit', { prompt, sessionId }, run.signal);
    if (said.block !== undefined) return { kind: 'blocked', reason: said.block };
    const context = said.additionalContext;
    add(run, { role: 'user', content: context === undefined ? prompt : [textBlock(prompt), textBlock(context)] });
    return undefined;
  }

  /** One request and what follows from its answer. @returns the run's end, or undefined to go on. */
  async #step(run: Run): Promise<RunEnd | undefined> {
    const maxRounds = this.#options.maxRounds?.() ?? defaultMaxRounds;
    if (run.answers >= maxRounds) {
      return { kind: 'limit', reason: `Stopped after ${maxRounds} rounds (agent.maxRounds). Send a message to go on.` };
    }
    const gate = await this.#options.beforeRequest?.(run.signal);
    if (gate !== undefined) return gate;
    const settings = this.#options.request();
    const answer = await this.#model.ask(run, settings);
    run.answers += 1;
    const { content, stop_reason: stopReason, usage } = answer;
    const isLost = !run.isLimitRaised && isCutOffInThought(answer);
    // The API refuses an empty message in the next request.
    if (content.length > 0 && !isLost) add(run, { role: 'assistant', content });
    run.emit({ kind: 'answered', stopReason, usage, model: settings.model });
    if (isLost) {
      raiseLimit(run, settings);
      return undefined;
    }
    this.#model.noteAnswer(answer, run);
    const calls = content.filter((block) => block.type === 'tool_use');
    return calls.length > 0 ? this.#round(run, calls, settings, { answer }) : this.#settle(run, answer, settings);
  }

  async #round(
    run: Run,
    calls: readonly ToolUse[],
    settings: RequestSettings,
    origin: RoundOrigin,
  ): Promise<RunEnd | undefined> {
    const stop = await this.#tools.run(run, calls, settings, origin);
    return stop === undefined ? undefined : { kind: 'blocked', reason: stop };
  }

  /** An answer without calls: the Stop hooks decide whether the run ends. */
  async #settle(run: Run, answer: AssistantMessage, settings: RequestSettings): Promise<RunEnd | undefined> {
    const end = readStopReason(answer);
    if (end.kind === 'resume') return undefined;
    if (end.kind === 'full' && (await this.#model.squeeze(run, settings))) return undefined;
    if (end.kind !== 'done') run.emit({ kind: 'notice', level: 'warning', text: end.text });
    run.stage.text = 'in a Stop hook';
    const lastText = answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    const input = { messages: [...run.messages], stopHookActive: run.continued > 0, lastText };
    const said = await this.#options.hooks.run('Stop', input, run.signal);
    if (said.stop !== undefined) return { kind: 'blocked', reason: said.stop };
    if (end.kind === 'full') return { kind: 'limit', reason: end.text };
    if (said.feedback === undefined) return endOfAnswer(end);
    if (run.continued >= maxContinued) {
      const text = `A Stop hook asked to go on ${maxContinued} times in a row; the run ends here.`;
      run.emit({ kind: 'notice', level: 'warning', text });
      return endOfAnswer(end);
    }
    run.continued += 1;
    add(run, { role: 'user', content: said.feedback });
    return undefined;
  }

  #endOf(error: unknown, run: Run): RunEnd {
    if (isAbort(error, run.signal)) return { kind: 'cancelled', reason: `Stopped ${run.stage.text}.` };
    if (ModelError.is(error)) return { kind: 'failed', reason: error.message, action: error.action };
    this.#logger.error('The run failed unexpectedly', error);
    return { kind: 'failed', reason: `Unexpected error: ${messageOf(error)}`, action: 'openLog' };
  }
}

/** Without a new prompt there must be something that the model has not answered yet. */
function endOfNothing(messages: readonly Message[]): RunEnd | undefined {
  const last = messages.at(-1);
  const isOpen = last?.role === 'user' || hasCall(last);
  return isOpen ? undefined : { kind: 'blocked', reason: 'There is nothing to go on with. Send a message.' };
}

function hasCall(message: Message | undefined): boolean {
  const content = message?.content;
  return Array.isArray(content) && content.some((block) => block.type === 'tool_use');
}

function endOfAnswer(end: { readonly kind: 'done' } | { readonly kind: 'cutShort'; readonly text: string }): RunEnd {
  return { kind: 'completed', ...(end.kind === 'cutShort' ? { reason: end.text } : {}) };
}
