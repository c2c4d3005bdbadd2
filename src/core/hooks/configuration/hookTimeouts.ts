import type { ConfiguredHook, HookDefinition } from './hookSchema.ts';

/** Seconds. */
const defaults: Readonly<Record<HookDefinition['type'], number>> = {
  command: 600,
  http: 600,
  mcp_tool: 600,
  prompt: 30,
  agent: 60,
};
/** A prompt should not wait ten minutes for a stuck script. */
const promptDefault = 30;
/** All SessionEnd hooks together; closing a window can't wait long. */
const sessionEnd = { default: 1.5, most: 60 };

/** Seconds that one handler may take. */
export function timeoutSeconds({ event, definition }: ConfiguredHook): number {
  const usual = defaults[definition.type];
  return definition.timeout ?? (event === 'UserPromptSubmit' ? Math.min(usual, promptDefault) : usual);
}

/** Seconds for each of the handlers that one event starts; SessionEnd gives all of them one budget. */
export function sharedTimeout(hooks: readonly ConfiguredHook[]): (hook: ConfiguredHook) => number {
  if (hooks[0]?.event !== 'SessionEnd') return timeoutSeconds;
  const asked = hooks.filter((hook) => hook.source.kind !== 'plugin').map((hook) => hook.definition.timeout ?? 0);
  const budget = Math.min(Math.max(sessionEnd.default, ...asked), sessionEnd.most);
  return () => budget;
}
