import type { HookRegistry } from '../hooks/hookRegistry.ts';
import type { AssistantMessage, ContentBlockParam, Message, ToolDefinition, ToolUse } from '../model/messages.ts';
import { ModelError, type ErrorAction, type ModelClient } from '../model/modelClient.ts';
import { raisedMaxTokens } from '../model/modelLimits.ts';
import { isAbort, messageOf } from '../util/errors.ts';
import { silentLogger, type Logger } from '../util/logger.ts';
import type { Emit, RunOutcome } from './agentEvents.ts';
import { callTexts } from './callTexts.ts';
import { HistoryRepair } from './historyRepair.ts';
import { ContextKeeper, type CompactOutcome, type ContextPorts, type Conversation } from './contextKeeper.ts';
import type { RequestSettings } from './requestSettings.ts';
import { callsOf, reportOfLeft, type LeftCall } from './leftCalls.ts';
import { RunStage } from './runStage.ts';
import { cutOffCall, isCutOffInThought, readStopReason, type CutOffCall } from './stopReasons.ts';
import type { TailSource } from './tailSource.ts';
import type { CallContext, CallReport, ToolCallRunner } from './toolCallRunner.ts';

/** Why and how a run ends. */
export interface RunEnd extends Pick<RunOutcome, 'kind' | 'reason'> {
  /** What the person can do about it. */
  readonly action?: ErrorAction;
}

export interface AgentLoopOptions {
  readonly model: ModelClient;
  readonly tools: { definitions(enabled: readonly string[]): readonly ToolDefinition[] };
  readonly calls: Pick<ToolCallRunner, 'run' | 'skip'>;
  readonly hooks: HookRegistry;
  /** Texts behind the tool results, in this order. */
  readonly tails: readonly TailSource[];
  readonly sessionId: string;
  /** Asked once per run, so that it stays byte-identical through the run. */
  readonly systemPrompt: () => string;
  /** Asked before each request: a change counts from the next round. */
  readonly request: () => RequestSettings;
  /** Model answers in one run, those after Stop feedback included. Default 50. */
  readonly maxRounds?: () => number;
  /** Awaited before each request; an answer ends the run with it. */
  readonly beforeRequest?: (signal: AbortSignal) => Promise<RunEnd | undefined>;
  /** How the conversation is kept within the model's window. */
  readonly context?: ContextPorts;
  readonly logger?: Logger;
}

/** What a run carries from step to step. */
interface Run {
  readonly messages: Message[];
  readonly repair: HistoryRepair;
  system: string;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  answers: number;
  rounds: number;
  /** How often Stop hooks made the run go on. */
  continued: number;
  /** Set once an answer was cut off inside a call or a thought. */
  isLimitRaised: boolean;
  /** Room was made because the conversation was too long, and no answer has come since. */
  isSqueezed: boolean;
  /** What a stop would interrupt. */
  readonly stage: RunStage;
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
  readonly #context: ContextKeeper;

  constructor(options: AgentLoopOptions) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
    this.#context = new ContextKeeper(options.model, options.context ?? {});
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
    run.system = this.#options.systemPrompt();
    const conversation = this.#conversation(run, this.#options.request());
    return await this.#context.compact(conversation, { trigger: 'manual', instructions, goesOn: false });
  }

  async #drive(run: Run, prompt: string | undefined, left: readonly LeftCall[]): Promise<RunEnd> {
    const { model } = this.#options.request();
    run.emit({ kind: 'runStarted', prompt: prompt ?? '', model, ...(prompt === undefined ? { isRetry: true } : {}) });
    run.system = this.#options.systemPrompt();
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
    const answer = await this.#ask(run, settings);
    run.answers += 1;
    const { content, stop_reason: stopReason, usage } = answer;
    const isLost = !run.isLimitRaised && isCutOffInThought(answer);
    // The API refuses an empty message in the next request.
    if (content.length > 0 && !isLost) add(run, { role: 'assistant', content });
    run.emit({ kind: 'answered', stopReason, usage, model: settings.model });
    if (isLost) return this.#raiseLimit(run, settings);
    this.#context.noteAnswer(usage, run.messages);
    const calls = content.filter((block) => block.type === 'tool_use');
    return calls.length > 0 ? this.#round(run, calls, settings, { answer }) : this.#settle(run, answer, settings);
  }

  /** A conversation that is too long for the model is made shorter, and asked again once. */
  async #ask(run: Run, settings: RequestSettings): Promise<AssistantMessage> {
    const conversation = this.#conversation(run, settings);
    run.stage.text = 'while room was made in the conversation';
    await this.#context.fit(conversation);
    try {
      return await this.#request(run, conversation);
    } catch (error) {
      if (!ModelError.is(error, 'contextWindow') || !(await this.#squeeze(run, conversation))) throw error;
      return await this.#request(run, conversation);
    }
  }

  async #squeeze(run: Run, conversation: Conversation): Promise<boolean> {
    if (run.isSqueezed) return false;
    run.isSqueezed = true;
    run.stage.text = 'while room was made in the conversation';
    return (await this.#context.makeRoom(conversation)).kind === 'compacted';
  }

  async #request(run: Run, { system, tools, settings }: Conversation): Promise<AssistantMessage> {
    const { model, maxTokens, effort } = settings;
    const messages = run.repair.over(run.messages);
    run.emit({ kind: 'requestStarted', messageCount: messages.length });
    const request = {
      model,
      maxTokens: run.isLimitRaised ? raisedMaxTokens(model, maxTokens) : maxTokens,
      system,
      messages,
      tools,
      effort,
    };
    for await (const event of this.#options.model.stream(request, run.signal)) {
      if (event.kind === 'done') return event.message;
      run.emit(event);
    }
    run.signal.throwIfAborted();
    throw new ModelError('network', 'retry', 'The answer ended in the middle. Try again.');
  }

  #conversation({ messages, system, emit, signal }: Run, settings: RequestSettings): Conversation {
    const tools = this.#options.tools.definitions(settings.enabledTools);
    return { messages, system, tools, settings, emit, signal };
  }

  /** Every call of the answer gets its result, in order, one at a time; then hooks and tails have their say. */
  async #round(
    run: Run,
    calls: readonly ToolUse[],
    settings: RequestSettings,
    { answer, left = [] }: { readonly answer?: AssistantMessage; readonly left?: readonly LeftCall[] },
  ): Promise<RunEnd | undefined> {
    run.rounds += 1;
    const cutOff = answer && cutOffCall(answer);
    if (cutOff?.reason === 'max_tokens') this.#raiseLimit(run, settings);
    const context: CallContext = { emit: run.emit, signal: run.signal, enabledTools: settings.enabledTools };
    const reports: CallReport[] = [];
    let stop: string | undefined;
    for (const call of calls) {
      const report = reportOfLeft(call, left) ?? (await this.#call(call, context, { stop, cutOff }));
      reports.push(report);
      stop ??= report.stop;
    }
    this.#finishRound(run, calls, reports);
    run.signal.throwIfAborted();
    return stop === undefined ? undefined : { kind: 'blocked', reason: stop };
  }

  #call(
    call: ToolUse,
    context: CallContext,
    { stop, cutOff }: { readonly stop: string | undefined; readonly cutOff: CutOffCall | undefined },
  ): CallReport | Promise<CallReport> {
    const { calls } = this.#options;
    if (context.signal.aborted) return calls.skip(call, context, 'cancelled', callTexts.cancelledBefore);
    if (stop !== undefined) return calls.skip(call, context, 'forbidden', callTexts.stoppedByHook(stop));
    if (call === cutOff?.call) return calls.skip(call, context, 'error', callTexts.cutOff(cutOff.reason));
    return calls.run(call, context);
  }

  /** Results first (the API's rule), then what hooks say, then the tails, all in one user message. */
  #finishRound(run: Run, calls: readonly ToolUse[], reports: readonly CallReport[]): void {
    const { tails } = this.#options;
    const before = counted(tails)?.counter ?? 0;
    const toolNames = calls.filter((_call, index) => reports[index]?.reachedTool).map((call) => call.name);
    // A round that was stopped in the middle is nobody's neglect: it doesn't count.
    const notes = run.signal.aborted ? [] : tails.map((tail) => tail.afterRound({ toolNames }));
    const texts = [...reports.flatMap((report) => report.context), ...notes].filter(isSaid);
    const content: ContentBlockParam[] = [...reports.map((report) => report.result), ...texts.map(textBlock)];
    add(run, { role: 'user', content });
    const count = run.signal.aborted ? undefined : counted(tails);
    run.emit({
      kind: 'roundFinished',
      round: run.rounds,
      ...(count ?? { usedTodo: false, reached: before, reminded: false, counter: before }),
    });
  }

  #raiseLimit(run: Run, { model, maxTokens }: RequestSettings): undefined {
    if (run.isLimitRaised) return;
    run.isLimitRaised = true;
    const raised = raisedMaxTokens(model, maxTokens);
    const text = `The answer was cut off at ${maxTokens} tokens, in a tool call or a thought. The next one may have ${raised}.`;
    run.emit({ kind: 'notice', level: 'info', text });
  }

  /** An answer without calls: the Stop hooks decide whether the run ends. */
  async #settle(run: Run, answer: AssistantMessage, settings: RequestSettings): Promise<RunEnd | undefined> {
    const end = readStopReason(answer);
    if (end.kind === 'resume') return undefined;
    if (end.kind === 'full' && (await this.#squeeze(run, this.#conversation(run, settings)))) return undefined;
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

function startOf(history: readonly Message[], emit: Emit, signal: AbortSignal): Run {
  const stage = new RunStage();
  return {
    messages: [...history],
    repair: new HistoryRepair(),
    system: '',
    emit: (event) => {
      // What is told after the stop only winds up.
      if (!signal.aborted) stage.apply(event);
      emit(event);
    },
    signal,
    answers: 0,
    rounds: 0,
    continued: 0,
    isLimitRaised: false,
    isSqueezed: false,
    stage,
  };
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

function add(run: Run, message: Message): void {
  run.messages.push(message);
  run.emit({ kind: 'messageAdded', message });
}

function counted(tails: readonly TailSource[]): TailSource['lastRound'] {
  return tails.find((tail) => tail.lastRound !== undefined)?.lastRound;
}

function isSaid(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

function textBlock(text: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text };
}
