import type { HookRegistry } from '../../hooks/hookRegistry.ts';
import type { HookCall, PreToolUseResult } from '../../hooks/hookTypes.ts';
import type { ToolResult, ToolUse } from '../../model/messages.ts';
import { builtinPermissionSource } from '../../permissions/builtinHooks.ts';
import type { Refuser } from '../../permissions/permissionDecider.ts';
import type { Tool } from '../../tools/tool.ts';
import { isAbort } from '../../util/errors.ts';
import { FollowingAbort } from '../../util/followingAbort.ts';
import type { CallOutcome, Emit } from '../agentEvents.ts';
import { hookCallOf } from './boundaryCall.ts';
import { CallEnding, type CallFacts } from './callEnding.ts';
import { CallPermit, type CallPermitPorts } from './callPermit.ts';
import { callTexts } from './callTexts.ts';
import { endingOf, parse, type ParsedCall } from './parsedCall.ts';

export interface ToolCallPorts extends CallPermitPorts {
  readonly tools: { get(name: string): Tool | undefined };
  readonly hooks: HookRegistry;
  /** Told of the files of a call that wrote, after the PostToolUse hooks: a formatter's change then counts as ours. */
  readonly onDidWrite?: (paths: readonly string[]) => Promise<void>;
  /** Milliseconds; for durations. */
  readonly now?: () => number;
}

export interface CallContext {
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** Names of the tools that the model was offered; any other is unknown. */
  readonly enabledTools: readonly string[];
}

/** What a call leaves behind. */
export interface CallReport {
  readonly result: ToolResult & { readonly content: string };
  /** Texts of hooks for the model, to stand behind the results. */
  readonly context: readonly string[];
  /** False for an unknown tool and for a call that was refused. */
  readonly reachedTool: boolean;
  /** A hook ends the run, for this reason. */
  readonly stop?: string;
}

/** What the hooks said on the way, whatever becomes of the call. */
interface HookNotes {
  readonly context: string[];
  stop: string | undefined;
}

/**
 * The only gate between the model and the tools: look up, parse, hooks, permission, question, run, hooks. Every exit
 * gives a `tool_result` and a `toolFinished` for the call; nothing is thrown, a stopped call reports so.
 */
export class ToolCallRunner {
  readonly #ports: ToolCallPorts;
  readonly #now: () => number;
  readonly #permit: CallPermit;
  /** The calls whose tool is at work, by id. */
  readonly #atWork = new Map<string, FollowingAbort>();

  constructor(ports: ToolCallPorts) {
    this.#ports = ports;
    this.#permit = new CallPermit(ports);
    this.#now = ports.now ?? (() => performance.now());
  }

  async run(call: ToolUse, context: CallContext): Promise<CallReport> {
    const notes: HookNotes = { context: [], stop: undefined };
    const ending = await this.#settle(call, context, notes);
    return finish(call, ending, context, notes);
  }

  /** The person ends this one call; the run goes on with its result. Without effect when it isn't at work. */
  stop(callId: string): void {
    this.#atWork.get(callId)?.abort();
  }

  /** Answers a call that is not to be run; no hook is asked. */
  skip(call: ToolUse, context: CallContext, outcome: CallOutcome, text: string): CallReport {
    this.#announce(call, context, this.#find(call, context), firstText(call.input));
    // Only a hook ends the run so that a call is forbidden that was never judged.
    const facts: CallFacts = outcome === 'forbidden' ? { refusedBy: { kind: 'hook' } } : {};
    return finish(call, new CallEnding(outcome, text, facts), context, { context: [], stop: undefined });
  }

  #find(call: ToolUse, { enabledTools }: CallContext): Tool | undefined {
    return enabledTools.includes(call.name) ? this.#ports.tools.get(call.name) : undefined;
  }

  /** The one place where what was thrown on the way becomes an ending. */
  async #settle(call: ToolUse, context: CallContext, notes: HookNotes): Promise<CallEnding> {
    const tool = this.#find(call, context);
    try {
      if (tool === undefined) return await this.#refuseUnknown(call, context, notes);
      return await this.#pass(tool, call, context, notes);
    } catch (error) {
      return endingOf(error, context.signal);
    }
  }

  /** Hooks see a call of an unknown tool too, before and after. */
  async #refuseUnknown(call: ToolUse, context: CallContext, notes: HookNotes): Promise<CallEnding> {
    this.#announce(call, context, undefined);
    const hookCall: HookCall = { id: call.id, name: call.name, input: call.input };
    const said = await this.#askHooks(hookCall, context, notes);
    if (said instanceof CallEnding) return said;
    return await this.#tellHooks(hookCall, new CallEnding('error', `Unknown: ${call.name}`), context, notes);
  }

  async #pass(tool: Tool, call: ToolUse, context: CallContext, notes: HookNotes): Promise<CallEnding> {
    const first = await parse(tool, call.input, context.signal);
    this.#announce(call, context, tool, first instanceof CallEnding ? undefined : first.subject.title);
    if (first instanceof CallEnding) return first;
    const said = await this.#askHooks(hookFactsOf(call, first), context, notes);
    if (said instanceof CallEnding) return said;
    const changed = said.updatedInput === undefined ? first : await parse(tool, said.updatedInput, context.signal);
    const parsed = changed instanceof CallEnding ? changed : await this.#permit.decide(call, changed, said, context);
    if (parsed instanceof CallEnding) return parsed;
    context.signal.throwIfAborted();
    const ending = await this.#execute(call, parsed, context);
    const told = await this.#tellHooks(hookFactsOf(call, parsed), ending, context, notes);
    if (tool.access === 'write') await this.#ports.onDidWrite?.(parsed.subject.paths.map(({ path }) => path));
    return told;
  }

  #announce(call: ToolUse, context: CallContext, tool: Tool | undefined, title = ''): void {
    context.emit({
      kind: 'toolStarted',
      callId: call.id,
      name: call.name,
      claudeName: tool?.claudeName,
      access: tool?.access,
      title,
      input: call.input,
    });
  }

  /** @returns an ending when a hook refuses the call or ends the run. */
  async #askHooks(call: HookCall, { signal }: CallContext, notes: HookNotes): Promise<PreToolUseResult | CallEnding> {
    const said = await this.#ports.hooks.run('PreToolUse', call, signal);
    note(notes, said);
    const refusedBy = refuserOf(said.source);
    if (said.decision === 'deny')
      return new CallEnding('forbidden', said.reason ?? callTexts.deniedByHook(said.source), { refusedBy });
    if (said.stop !== undefined) {
      return new CallEnding('forbidden', callTexts.stoppedByHook(said.stop), { refusedBy });
    }
    return said;
  }

  async #tellHooks(call: HookCall, ending: CallEnding, context: CallContext, notes: HookNotes): Promise<CallEnding> {
    if (context.signal.aborted) return ending;
    const input = {
      ...call,
      output: ending.text,
      ...(ending.response === undefined ? {} : { response: ending.response }),
      isError: ending.outcome !== 'ok',
      durationMs: ending.durationMs,
    };
    try {
      const said = await this.#ports.hooks.run('PostToolUse', input, context.signal);
      note(notes, said);
      return said.updatedOutput === undefined ? ending : ending.withText(said.updatedOutput);
    } catch (error) {
      // What was done stays done: a stop while hooks run doesn't take the result away.
      if (isAbort(error, context.signal)) return ending;
      throw error;
    }
  }

  async #execute(
    call: ToolUse,
    { tool, input, userEdit }: ParsedCall,
    { emit, signal }: CallContext,
  ): Promise<CallEnding> {
    const startedAt = this.#now();
    const facts = () => ({ reachedTool: true, durationMs: Math.round(this.#now() - startedAt) });
    using own = new FollowingAbort(signal);
    this.#atWork.set(call.id, own);
    // Says that the tool is at work: a quiet command shows from its start.
    emit({ kind: 'toolProgress', callId: call.id, text: '' });
    try {
      const output = await tool.run(input, {
        callId: call.id,
        signal: own.signal,
        report: (text) => emit({ kind: 'toolProgress', callId: call.id, text }),
      });
      const outcome = output.isError === true ? (own.signal.aborted ? 'cancelled' : 'error') : 'ok';
      const text = outcome === 'ok' && userEdit !== undefined ? `${output.text}\n${userEdit}` : output.text;
      return new CallEnding(outcome, text, { ...facts(), response: output.response, evidence: output.evidence });
    } catch (error) {
      if (isAbort(error, own.signal)) {
        const text = signal.aborted ? callTexts.cancelledDuring : callTexts.stoppedAlone;
        return new CallEnding('cancelled', text, facts());
      }
      return new CallEnding('error', callTexts.error(error), facts());
    } finally {
      this.#atWork.delete(call.id);
    }
  }
}

/** The command, the path, the pattern: tools have what a call is about as their first text. */
function firstText(input: unknown): string {
  const values: readonly unknown[] = typeof input === 'object' && input !== null ? Object.values(input) : [];
  const [line = ''] = values.find((value) => typeof value === 'string')?.split('\n', 1) ?? [];
  return line;
}

/** Our own check answers as a hook does; for the person its list is a rule. */
function refuserOf(source: string | undefined): Refuser {
  return {
    kind: source === builtinPermissionSource ? 'rule' : 'hook',
    ...(source === undefined ? {} : { name: source }),
  };
}

function finish(call: ToolUse, ending: CallEnding, { emit }: CallContext, notes: HookNotes): CallReport {
  const { outcome, text, evidence, durationMs, reachedTool, refusedBy } = ending;
  const stop = notes.stop ?? ending.stop;
  emit({
    kind: 'toolFinished',
    callId: call.id,
    name: call.name,
    outcome,
    output: text,
    ...(evidence === undefined ? {} : { evidence }),
    ...(refusedBy === undefined ? {} : { refusedBy }),
    durationMs,
  });
  const result: CallReport['result'] = {
    type: 'tool_result',
    tool_use_id: call.id,
    content: text,
    ...(outcome === 'ok' ? {} : { is_error: true }),
  };
  return { result, context: notes.context, reachedTool, ...(stop === undefined ? {} : { stop }) };
}

function hookFactsOf(call: ToolUse, { tool, input, subject }: ParsedCall): HookCall {
  return hookCallOf({ callId: call.id, toolName: call.name, claudeName: tool.claudeName, input, subject });
}

function note(notes: HookNotes, said: { readonly additionalContext?: string; readonly stop?: string }): void {
  if (said.additionalContext !== undefined) notes.context.push(said.additionalContext);
  notes.stop ??= said.stop;
}
