import type { ApprovalAnswer, ApprovalRequest } from '../../permissions/approver.ts';
import { callTexts } from '../../agent/calls/callTexts.ts';
import type { CallOutcome } from '../../agent/agentEvents.ts';
import { repairHistory } from '../../agent/context/historyRepair.ts';
import type { Message, ToolResult } from '../../model/messages.ts';
import type { KeptEvent } from './journalEntry.ts';

/**
 * How far a call had come. `waiting` for the person's answer: nothing has happened, and the question is still open.
 * `declined`: they had said no. `running`: it may have taken effect in part or whole.
 */
export type CallState = 'notStarted' | 'waiting' | 'declined' | 'running' | 'finished';

/** What the log says of one call. */
export interface CallProgress {
  readonly callId: string;
  readonly name: string;
  readonly title: string;
  readonly request?: ApprovalRequest;
  readonly answer?: ApprovalAnswer;
  readonly result?: { readonly outcome: CallOutcome; readonly output: string };
}

/** A call of the last answer, as an interrupted run left it. */
export interface InterruptedCall {
  readonly callId: string;
  readonly name: string;
  readonly input: unknown;
  /** One line for people; the tool's name where it never started. */
  readonly title: string;
  readonly state: CallState;
  /** What the model is told unless the call is asked for again. */
  readonly result: ToolResult;
}

const closed = 'the editor was closed or crashed';

/** What the model reads of calls that a crash cut off. */
const resultTexts = {
  notStarted: `Not run: ${closed} before it was this call's turn.`,
  waiting: `Not run: ${closed} while this call waited for the user's answer.`,
  running: `Interrupted: ${closed} while this call ran. It may have taken effect in part or whole; look before you repeat it.`,
} as const;

/** Takes one event further. */
export function noteCall(calls: Map<string, CallProgress>, event: KeptEvent): void {
  switch (event.kind) {
    case 'toolStarted': {
      // A call that is asked for again after a crash begins anew.
      const { callId, name, title } = event;
      calls.set(callId, { callId, name, title });
      return;
    }
    case 'approvalAsked':
      change(calls, event.request.callId, { request: event.request });
      return;
    case 'approvalAnswered':
      change(calls, event.callId, { answer: event.answer });
      return;
    case 'toolFinished':
      change(calls, event.callId, { result: { outcome: event.outcome, output: event.output } });
      return;
    default:
  }
}

function change(calls: Map<string, CallProgress>, callId: string, what: Partial<CallProgress>): void {
  const call = calls.get(callId);
  if (call !== undefined) calls.set(callId, { ...call, ...what });
}

export function stateOf(call: CallProgress | undefined): CallState {
  if (call === undefined) return 'notStarted';
  if (call.result !== undefined) return 'finished';
  if (call.answer?.kind === 'deny') return 'declined';
  return call.request !== undefined && call.answer === undefined ? 'waiting' : 'running';
}

/** What a call that has no result is taken to have come to. */
export function textOf(call: CallProgress | undefined): string {
  const state = stateOf(call);
  if (state === 'finished') return call?.result?.output ?? '';
  if (state === 'declined') return callTexts.declined(call?.answer?.kind === 'deny' ? call.answer.feedback : undefined);
  return resultTexts[state];
}

function resultOf(callId: string, call: CallProgress | undefined): ToolResult {
  const isOk = call?.result?.outcome === 'ok';
  return { type: 'tool_result', tool_use_id: callId, content: textOf(call), ...(isOk ? {} : { is_error: true }) };
}

/** The history with a result for every call, by what the log knows of it; valid for the API. */
export function answerOpenCalls(history: readonly Message[], calls: ReadonlyMap<string, CallProgress>): Message[] {
  const answered = history.flatMap((message, index): Message[] => {
    const open = openCallsOf(history, index);
    if (open.length === 0) return [message];
    return [message, { role: 'user', content: open.map(({ id }) => resultOf(id, calls.get(id))) }];
  });
  return repairHistory(answered);
}

/** The calls of the last message when it is an answer that waits for results. */
export function interruptedCalls(
  history: readonly Message[],
  calls: ReadonlyMap<string, CallProgress>,
): InterruptedCall[] {
  return openCallsOf(history, history.length - 1).map(({ id, name, input }) => {
    const call = calls.get(id);
    return { callId: id, name, input, title: call?.title ?? name, state: stateOf(call), result: resultOf(id, call) };
  });
}

interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The calls of the message at `index` that no message before the next answer has a result for. */
function openCallsOf(history: readonly Message[], index: number): OpenCall[] {
  const message = history[index];
  if (message?.role !== 'assistant' || typeof message.content === 'string') return [];
  const calls = message.content.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
  if (calls.length === 0) return [];
  let next = index + 1;
  while (next < history.length && history[next]?.role !== 'assistant') next += 1;
  const answers = history.slice(index + 1, next);
  const ids = new Set(answers.flatMap(({ content }) => (typeof content === 'string' ? [] : content.map(resultId))));
  return calls.filter(({ id }) => !ids.has(id));
}

function resultId(block: Exclude<Message['content'], string>[number]): string | undefined {
  return block.type === 'tool_result' ? block.tool_use_id : undefined;
}
