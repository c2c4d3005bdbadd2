import type { EndedRun } from './hookOutput.ts';
import type { ConfiguredHook } from '../configuration/hookSchema.ts';

/** What a handler that ran in the background leaves for the model: its decisions come too late to count. */
export interface LateAnswer {
  /** For the model, at the next opportunity. */
  readonly context?: string;
  /** For the model at once, even if it has to be woken for it. */
  readonly wake?: string;
}

/** Reads field by field: a badly typed one costs itself only, since nobody waits for a complaint any more. */
export function readLateAnswer({ definition }: ConfiguredHook, run: EndedRun): LateAnswer {
  if (run.kind !== 'exited') return {};
  const wakes = definition.type === 'command' && definition.asyncRewake === true && run.code === 2;
  if (wakes) return { wake: run.stderr.trim() || run.stdout.trim() };
  const json = jsonObject(run.stdout);
  const texts = [field(field(json, 'hookSpecificOutput'), 'additionalContext'), field(json, 'systemMessage')];
  const context = texts.filter((text) => typeof text === 'string' && text !== '').join('\n');
  return context === '' ? {} : { context };
}

function jsonObject(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    // Plain text of a background handler goes nowhere.
    return undefined;
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
