import { eventFacts, type HookEventName } from './hookEvents.ts';
import {
  parseHookOutput,
  type PermissionUpdate,
  type SpecificOutput,
  type StructuredOutput,
} from './hookOutputSchema.ts';
import type { HookRun } from '../engine/hookRun.ts';
import { hookTitle, type ConfiguredHook } from '../configuration/hookSchema.ts';

/** What a handler wants, freed of the way it said so. */
export interface HookResult {
  /**
   * deny: PreToolUse, the call is not run; UserPromptSubmit, the prompt is dropped; Stop, the agent goes on; PreCompact, no
   * compaction; after a tool, `reason` goes to the model beside the result; PermissionRequest, the answer is no.
   */
  readonly decision?: 'allow' | 'ask' | 'deny';
  readonly reason?: string;
  /** Replaces the whole tool input. */
  readonly updatedInput?: Readonly<Record<string, unknown>>;
  /** For the model. */
  readonly additionalContext?: string;
  /** Replaces the tool's structured output, if it has the tool's shape. */
  readonly updatedOutput?: unknown;
  /** Ends the turn; the text is for the person. */
  readonly stop?: string;
  readonly permissionUpdates?: readonly PermissionUpdate[];
  readonly sessionTitle?: string;
  /** The text of a refused prompt is not repeated on screen. */
  readonly hidePrompt?: boolean;
}

export interface HookNotice {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

export interface HookReading {
  readonly result: HookResult;
  /** For the person. */
  readonly notices: readonly HookNotice[];
  /** For the output channel: how an odd answer was read. */
  readonly debug?: string;
}

export type EndedRun = Exclude<HookRun, { kind: 'background' }>;

/** Turns the end of one handler into what it means for `event`. */
export function readHookRun(event: HookEventName, hook: ConfiguredHook, run: EndedRun): HookReading {
  switch (run.kind) {
    case 'aborted':
      return { result: {}, notices: [] };
    case 'timedOut':
      return failure(event, hook, `did not answer within ${run.seconds} s and was ended`);
    case 'failed':
      return failure(event, hook, run.message);
    case 'exited':
      return readExit(event, hook, run);
  }
}

type Exit = Extract<HookRun, { kind: 'exited' }>;

function readExit(event: HookEventName, hook: ConfiguredHook, { code, stdout, stderr }: Exit): HookReading {
  const output = parseHookOutput(event, stdout);
  const said = output.kind === 'structured' ? readStructured(event, hook, output) : { result: {}, notices: [] };
  if (code === 2) return readExit2(event, hook, said, stderr.trim());
  if (output.kind === 'structured') return said;
  if (code !== 0) return failure(event, hook, describeExit(code, stderr));
  if (output.kind === 'invalid') return failure(event, hook, `answered in a wrong shape: ${output.problem}`);
  if (output.text === '') return { result: {}, notices: [] };
  if (eventFacts(event).textIsContext) return { result: { additionalContext: output.text }, notices: [] };
  const hidesJson = /^\s*\{/m.test(output.text);
  const debug = hidesJson ? 'The output does not begin with {, so the JSON further down was not read.' : undefined;
  return { result: {}, notices: [], ...(debug === undefined ? {} : { debug }) };
}

/** Exit code 2 blocks whatever the JSON says; the JSON's own blocking reason goes before stderr. */
function readExit2(event: HookEventName, hook: ConfiguredHook, said: HookReading, stderr: string): HookReading {
  const { decision, reason, ...rest } = said.result;
  const ownReason = decision === 'deny' ? reason : undefined;
  const text = ownReason ?? (stderr === '' ? `The hook ${hookTitle(hook)} blocked this without a message.` : stderr);
  const { exit2 } = eventFacts(event);
  switch (exit2) {
    case 'block':
      return { ...said, result: { ...rest, decision: 'deny', reason: text } };
    case 'notice':
      return { ...said, notices: [...said.notices, warning(hook, text)] };
    case 'ignore':
      // Ignored as a block, but never the way to a yes.
      return decision === 'allow' ? { ...said, result: {} } : said;
  }
}

/** No decision, unless the hook was configured to block when it fails. */
function failure(event: HookEventName, hook: ConfiguredHook, what: string): HookReading {
  const { definition } = hook;
  const canBlock = eventFacts(event).exit2 === 'block';
  const blocks = canBlock && 'onFailure' in definition && definition.onFailure === 'block';
  const text = `Hook ${hookTitle(hook)} ${what}`;
  const advice = canBlock && !blocks ? ' Nothing was blocked: only exit code 2 or a decision in JSON does that.' : '';
  const notices: HookNotice[] = [
    { level: 'error', text: `${event}: ${text}${text.endsWith('.') ? '' : '.'}${advice}` },
  ];
  return { result: blocks ? { decision: 'deny', reason: text } : {}, notices };
}

function describeExit(code: number, stderr: string): string {
  const [firstLine = ''] = stderr.trim().split('\n');
  return `ended with exit code ${code}${firstLine === '' ? '' : `: ${firstLine}`}`;
}

function readStructured(event: HookEventName, hook: ConfiguredHook, output: StructuredOutput): HookReading {
  const { top, specific } = output;
  const notices: HookNotice[] = [];
  if (output.warning !== undefined) notices.push(warning(hook, output.warning));
  if (top.systemMessage !== undefined) notices.push({ level: 'warning', text: top.systemMessage });
  const notification = notificationIn(top.terminalSequence ?? '');
  if (notification !== undefined) notices.push({ level: 'info', text: notification });
  if (specific.permissionDecision === 'defer') notices.push(warning(hook, 'answered "defer", which is ignored here'));
  if (event === 'Stop' && top.decision === 'block' && top.reason === undefined)
    notices.push(warning(hook, 'answered "block" without a reason, which is ignored on Stop'));

  const stops = top.continue === false && eventFacts(event).canStop === true;
  const context = specific.additionalContext;
  const result: HookResult = {
    ...decisionOf(event, hook, output),
    ...(context === undefined ? {} : { additionalContext: context }),
    ...updatedOutput(specific),
    ...(stops ? { stop: top.stopReason ?? `Stopped by the hook ${hookTitle(hook)}.` } : {}),
    ...(specific.sessionTitle === undefined ? {} : { sessionTitle: specific.sessionTitle }),
    ...(specific.suppressOriginalPrompt === true ? { hidePrompt: true } : {}),
  };
  return { result, notices };
}

function decisionOf(event: HookEventName, hook: ConfiguredHook, { top, specific }: StructuredOutput): HookResult {
  if (event === 'PermissionRequest') return permissionAnswer(specific.decision);
  const without = `The hook ${hookTitle(hook)} blocked this without giving a reason.`;
  if (event === 'PreToolUse') return preToolUseDecision(top, specific, without);
  const blocks = top.decision === 'block' && eventFacts(event).takesDecision === true;
  if (!blocks || (event === 'Stop' && top.reason === undefined)) return {};
  return { decision: 'deny', reason: top.reason ?? without };
}

/** The new and the old way to decide; the stricter one counts when a hook uses both. */
function preToolUseDecision(top: StructuredOutput['top'], specific: SpecificOutput, without: string): HookResult {
  const { permissionDecision, permissionDecisionReason, updatedInput } = specific;
  if (top.decision === 'block' || permissionDecision === 'deny')
    return { decision: 'deny', reason: permissionDecisionReason ?? top.reason ?? without };
  if (permissionDecision === 'defer') return {};
  const decision = permissionDecision ?? (top.decision === 'approve' ? 'allow' : undefined);
  const reason = permissionDecisionReason ?? top.reason;
  return {
    ...(decision === undefined ? {} : { decision, ...(reason === undefined ? {} : { reason }) }),
    ...(updatedInput === undefined ? {} : { updatedInput }),
  };
}

function permissionAnswer(answer: SpecificOutput['decision']): HookResult {
  if (answer === undefined) return {};
  const { behavior, updatedInput, updatedPermissions, message, interrupt } = answer;
  if (behavior === 'deny') {
    const reason = message ?? 'A hook refused this call.';
    return { decision: 'deny', reason, ...(interrupt === true ? { stop: reason } : {}) };
  }
  return {
    decision: 'allow',
    ...(updatedInput === undefined ? {} : { updatedInput }),
    ...(updatedPermissions === undefined ? {} : { permissionUpdates: updatedPermissions }),
  };
}

function updatedOutput({ updatedToolOutput, updatedMCPToolOutput }: SpecificOutput): HookResult {
  const output = updatedToolOutput ?? updatedMCPToolOutput;
  return output === undefined ? {} : { updatedOutput: output };
}

/** The text of a desktop notification (OSC 9, 99, 777); titles and bells have no place here. */
function notificationIn(sequence: string): string | undefined {
  const [, code, body = ''] = /^\u001b\](9|99|777);([^\u0007\u001b]*)(?:\u0007|\u001b\\)$/.exec(sequence) ?? [];
  if (code === undefined) return undefined;
  return code === '777' ? body.replace(/^notify;/, '').replace(';', ': ') : body;
}

function warning(hook: ConfiguredHook, text: string): HookNotice {
  return { level: 'warning', text: `Hook ${hookTitle(hook)}: ${text}` };
}
