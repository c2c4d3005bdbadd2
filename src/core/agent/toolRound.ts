import type { AssistantMessage, ContentBlockParam, ToolUse } from '../model/messages.ts';
import { raisedMaxTokens } from '../model/modelLimits.ts';
import { callTexts } from './calls/callTexts.ts';
import { reportOfLeft, type LeftCall } from './calls/leftCalls.ts';
import type { RequestSettings } from './requestSettings.ts';
import { add, textBlock, type Run } from './run.ts';
import { cutOffCall, type CutOffCall } from './stopReasons.ts';
import type { TailSource } from './tailSource.ts';
import type { CallContext, CallReport, ToolCallRunner } from './calls/toolCallRunner.ts';

export interface ToolRoundPorts {
  readonly calls: Pick<ToolCallRunner, 'run' | 'skip'>;
  /** Texts behind the tool results, in this order. */
  readonly tails: readonly TailSource[];
}

/** Where the calls of a round come from: an answer, or a run that was cut off with calls of its own. */
export interface RoundOrigin {
  readonly answer?: AssistantMessage;
  readonly left?: readonly LeftCall[];
}

/** The calls of one answer, and the one message that answers them. */
export class ToolRound {
  readonly #ports: ToolRoundPorts;

  constructor(ports: ToolRoundPorts) {
    this.#ports = ports;
  }

  /**
   * Every call of the answer gets its result, in order, one at a time; then hooks and tails have their say.
   * @returns why a hook ends the run; undefined to go on. @throws the signal's reason, once the round is in the history
   */
  async run(
    run: Run,
    calls: readonly ToolUse[],
    settings: RequestSettings,
    { answer, left = [] }: RoundOrigin,
  ): Promise<string | undefined> {
    run.rounds += 1;
    const cutOff = answer && cutOffCall(answer);
    if (cutOff?.reason === 'max_tokens') raiseLimit(run, settings);
    const context: CallContext = { emit: run.emit, signal: run.signal, enabledTools: settings.enabledTools };
    const reports: CallReport[] = [];
    let stop: string | undefined;
    for (const call of calls) {
      const report = reportOfLeft(call, left) ?? (await this.#call(call, context, { stop, cutOff }));
      reports.push(report);
      stop ??= report.stop;
    }
    this.#finish(run, calls, reports);
    run.signal.throwIfAborted();
    return stop;
  }

  #call(
    call: ToolUse,
    context: CallContext,
    { stop, cutOff }: { readonly stop: string | undefined; readonly cutOff: CutOffCall | undefined },
  ): CallReport | Promise<CallReport> {
    const { calls } = this.#ports;
    if (context.signal.aborted) return calls.skip(call, context, 'cancelled', callTexts.cancelledBefore);
    if (stop !== undefined) return calls.skip(call, context, 'forbidden', callTexts.stoppedByHook(stop));
    if (call === cutOff?.call) return calls.skip(call, context, 'error', callTexts.cutOff(cutOff.reason));
    return calls.run(call, context);
  }

  /** Results first (the API's rule), then what hooks say, then the tails, all in one user message. */
  #finish(run: Run, calls: readonly ToolUse[], reports: readonly CallReport[]): void {
    const { tails } = this.#ports;
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
}

/** Once in a run: an answer was cut off where that makes it useless. */
export function raiseLimit(run: Run, { model, maxTokens }: RequestSettings): void {
  if (run.isLimitRaised) return;
  run.isLimitRaised = true;
  const raised = raisedMaxTokens(model, maxTokens);
  const text = `The answer was cut off at ${maxTokens} tokens, in a tool call or a thought. The next one may have ${raised}.`;
  run.emit({ kind: 'notice', level: 'info', text });
}

function counted(tails: readonly TailSource[]): TailSource['lastRound'] {
  return tails.find((tail) => tail.lastRound !== undefined)?.lastRound;
}

function isSaid(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
