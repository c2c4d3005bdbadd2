import type { HookMap, HookName, PostToolUseResult, PreToolUseResult } from './hookTypes.ts';

/** How the answers of several handlers to one event become one. */
export interface Merger<In, Out> {
  /** What a plain string means. */
  fromText(text: string): Out;
  /** What a crashed handler means; absent: no opinion. */
  fromFailure?(text: string): Out;
  add(merged: Out, answer: Out, label: string): Out;
  /** True when no later handler is asked. */
  isSettled(answer: Out): boolean;
  /** What the next handler gets to see. */
  next(input: In, answer: Out): In;
}

export const mergers: { readonly [N in HookName]: Merger<HookMap[N]['in'], HookMap[N]['out']> } = {
  UserPromptSubmit: {
    fromText: () => ({}),
    fromFailure: (text) => ({ block: text }),
    add: (merged, answer) => ({
      ...pick('block', firstOf(merged.block, answer.block)),
      ...pick('additionalContext', joined(merged.additionalContext, answer.additionalContext)),
    }),
    isSettled: (answer) => hasText(answer.block),
    next: (input) => input,
  },
  PreToolUse: {
    fromText: (text) => ({ decision: 'deny', reason: text }),
    fromFailure: (text) => ({ decision: 'deny', reason: `Error: ${text}. The call was not run.` }),
    add: addPreToolUse,
    isSettled: (answer) => answer.decision === 'deny' || hasText(answer.stop),
    next: (input, answer) => (answer.updatedInput === undefined ? input : { ...input, input: answer.updatedInput }),
  },
  PostToolUse: {
    fromText: () => ({}),
    add: addPostToolUse,
    isSettled: () => false,
    next: (input) => input,
  },
  Stop: {
    fromText: (text) => ({ feedback: text }),
    add: (merged, answer) => ({
      ...pick('feedback', firstOf(merged.feedback, answer.feedback)),
      ...pick('stop', firstOf(merged.stop, answer.stop)),
    }),
    isSettled: (answer) => hasText(answer.feedback) || hasText(answer.stop),
    next: (input) => input,
  },
};

const strength = { allow: 1, ask: 2, deny: 3 } as const;

/** deny > ask > allow; reasons and names of the winning kind are kept together; a rewrite holds whoever decides. */
function addPreToolUse(merged: PreToolUseResult, answer: PreToolUseResult, label: string): PreToolUseResult {
  const updatedInput = answer.updatedInput ?? merged.updatedInput;
  return {
    ...winner(merged, answer, label),
    ...(updatedInput === undefined ? {} : { updatedInput }),
    ...pick('additionalContext', joined(merged.additionalContext, answer.additionalContext)),
    ...pick('stop', firstOf(merged.stop, answer.stop)),
  };
}

function winner(merged: PreToolUseResult, answer: PreToolUseResult, label: string): PreToolUseResult {
  const before = merged.decision === undefined ? 0 : strength[merged.decision];
  const now = answer.decision === undefined ? 0 : strength[answer.decision];
  if (now === 0 || now < before) return decided(merged.decision, merged.reason, merged.source);
  const source = answer.source ?? label;
  if (now > before) return decided(answer.decision, answer.reason, source);
  return decided(answer.decision, joined(merged.reason, answer.reason), joined(merged.source, source, ', '));
}

function decided(
  decision: PreToolUseResult['decision'],
  reason: string | undefined,
  source: string | undefined,
): PreToolUseResult {
  return { ...(decision === undefined ? {} : { decision }), ...pick('reason', reason), ...pick('source', source) };
}

function addPostToolUse(merged: PostToolUseResult, answer: PostToolUseResult): PostToolUseResult {
  return {
    ...pick('additionalContext', joined(merged.additionalContext, answer.additionalContext)),
    ...pick('updatedOutput', answer.updatedOutput ?? merged.updatedOutput),
    ...pick('stop', firstOf(merged.stop, answer.stop)),
  };
}

function hasText(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

function firstOf(one: string | undefined, other: string | undefined): string | undefined {
  return hasText(one) ? one : other;
}

/** The same text said twice is kept once. */
function joined(one: string | undefined, other: string | undefined, separator = '\n'): string | undefined {
  if (!hasText(one)) return hasText(other) ? other : undefined;
  if (!hasText(other) || one.split(separator).includes(other)) return one;
  return `${one}${separator}${other}`;
}

/** An optional property that is absent, not undefined, when there is nothing to say. */
function pick<K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } {
  // A computed key widens to a string index; the shape is exactly K.
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: string });
}
