import type { HookFields } from '../protocol/hookEvents.ts';
import type { HookEngine } from './hookEngine.ts';
import type { HookOutcome } from '../protocol/hookOutcome.ts';
import type { HookCall, HookHandler, HookMap, HookName, PreToolUseResult } from '../hookTypes.ts';
import { renderReplacement, toolResponse } from '../protocol/toolResponse.ts';

export type HookHandlers = { readonly [N in HookName]: HookHandler<N> };

/** The configured hooks as handlers of the registry. */
export function asHookHandlers(engine: HookEngine): HookHandlers {
  return {
    UserPromptSubmit: async ({ prompt }, signal) => {
      const outcome = await engine.fire('UserPromptSubmit', { prompt }, signal);
      const block = outcome.stop ?? (outcome.decision === 'deny' ? reasonOf(outcome) : undefined);
      return {
        ...(block === undefined ? {} : { block }),
        ...contextOf(engine.takeLateContext(), outcome.additionalContext),
      };
    },

    PreToolUse: async (call, signal) => {
      const fields = toolFields(call);
      if (fields === undefined) return undefined;
      return preToolUseResult(await engine.fire('PreToolUse', { ...fields, tool_use_id: call.id }, signal, call));
    },

    PostToolUse: async (input, signal) => {
      const fields = toolFields(input);
      if (fields === undefined) return undefined;
      const outcome = await fireAfterTool(engine, fields, input, signal);
      const objection = outcome.decision === 'deny' ? reasonOf(outcome) : undefined;
      return {
        ...contextOf(objection, outcome.additionalContext, engine.takeLateContext()),
        ...replacementOf(engine, outcome, fields.tool_name),
        ...(outcome.stop === undefined ? {} : { stop: outcome.stop }),
      };
    },

    Stop: async ({ stopHookActive, lastText }, signal) => {
      const fields = { stop_hook_active: stopHookActive, last_assistant_message: lastText };
      const outcome = await engine.fire('Stop', fields, signal);
      if (outcome.stop !== undefined) return { stop: outcome.stop };
      const objection = outcome.decision === 'deny' ? reasonOf(outcome) : undefined;
      const feedback = [objection, outcome.additionalContext].filter((text) => text !== undefined).join('\n');
      return feedback === '' ? {} : { feedback };
    },
  };
}

/** What the script side sees of a call; undefined for a tool that does not exist: no hook runs for such a call. */
export function toolFields({ claudeName, input }: HookCall): HookFields['PermissionRequest'] | undefined {
  if (claudeName === undefined) return undefined;
  return { tool_name: claudeName, tool_input: claudeName === 'TodoWrite' ? withActiveForms(input) : input };
}

function preToolUseResult(outcome: HookOutcome): PreToolUseResult {
  const { decision, reason, source, updatedInput, stop } = outcome;
  return {
    ...(decision === undefined ? {} : { decision }),
    ...(reason === undefined ? {} : { reason }),
    ...(source === undefined ? {} : { source }),
    ...(updatedInput === undefined ? {} : { updatedInput }),
    ...contextOf(outcome.additionalContext),
    ...(stop === undefined ? {} : { stop }),
  };
}

async function fireAfterTool(
  engine: HookEngine,
  fields: HookFields['PermissionRequest'],
  input: HookMap['PostToolUse']['in'],
  signal: AbortSignal,
): Promise<HookOutcome> {
  const { id, isError, output, response, durationMs } = input;
  const common = { ...fields, tool_use_id: id, duration_ms: durationMs };
  if (!isError) {
    const tool_response = toolResponse(fields.tool_name, output, response);
    return engine.fire('PostToolUse', { ...common, tool_response }, signal, input);
  }
  const error = fields.tool_name === 'Bash' ? withExitCode(output) : output;
  return engine.fire('PostToolUseFailure', { ...common, error }, signal, input);
}

function replacementOf(engine: HookEngine, outcome: HookOutcome, tool: string): { updatedOutput?: string } {
  if (outcome.updatedOutput === undefined) return {};
  const text = renderReplacement(tool, outcome.updatedOutput);
  if (text !== undefined) return { updatedOutput: text };
  engine.warn(`A PostToolUse hook replaced the output of ${tool} by something of another shape; the original is kept.`);
  return {};
}

function reasonOf({ reason, source }: HookOutcome): string {
  return reason ?? `Blocked by the hook ${source ?? 'of the settings'}.`;
}

function contextOf(...texts: readonly (string | undefined)[]): { additionalContext?: string } {
  const context = texts.filter((text) => text !== undefined && text !== '').join('\n');
  return context === '' ? {} : { additionalContext: context };
}

/** Scripts read the exit code from the first line of a failed command. */
function withExitCode(output: string): string {
  if (/^Exit code \d+/.test(output)) return output;
  const [, code] = /exit(?:ed)?(?: with)?(?: code| status)?:? (\d+)/i.exec(output) ?? [];
  return code === undefined ? output : `Exit code ${code}\n${output}`;
}

/** Claude's list has a form of each item for the time it is worked on; ours has not. */
function withActiveForms(input: unknown): unknown {
  const todos: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'todos') : undefined;
  if (!Array.isArray(todos)) return input;
  const filled = todos.map((todo: unknown) => {
    if (typeof todo !== 'object' || todo === null) return todo;
    const activeForm: unknown = Reflect.get(todo, 'content');
    return { activeForm, ...todo };
  });
  return Object.assign({}, input, { todos: filled });
}
