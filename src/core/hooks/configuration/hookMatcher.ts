import { eventFacts, type HookEventName } from '../protocol/hookEvents.ts';
import { toolNames, type ToolNames } from '../protocol/toolNames.ts';

/** What a matcher is compared with: a tool under all its names, or one plain value. */
export type MatchSubject = ToolNames | string;

export interface Matcher {
  matches(subject: MatchSubject): boolean;
  /** Why this matcher can never match. */
  readonly problem?: string;
}

const everything: Matcher = { matches: () => true };

/**
 * Missing, empty and `*` match all; a list of plain words compares exactly; anything else is an unanchored regular expression.
 * Events without a match value ignore their matchers.
 */
export function compileMatcher(event: HookEventName, matcher: string | undefined): Matcher {
  if (eventFacts(event).matchOn === undefined || matcher === undefined || matcher === '' || matcher === '*')
    return everything;
  if (plainList(event).test(matcher)) return listMatcher(matcher);
  try {
    return regExpMatcher(new RegExp(matcher));
  } catch {
    return {
      matches: () => false,
      problem: `the matcher ${JSON.stringify(matcher)} is not a valid regular expression`,
    };
  }
}

/** What the matchers of `event` are compared with in this input; `native` is our own name of the tool. */
export function matchSubject(event: HookEventName, input: object, native?: string): MatchSubject {
  const { matchOn } = eventFacts(event);
  const value: unknown = matchOn === undefined ? undefined : Reflect.get(input, matchOn);
  const text = typeof value === 'string' ? value : '';
  return matchOn === 'tool_name' ? toolNames(text, native) : text;
}

function plainList(event: HookEventName): RegExp {
  return event === 'FileChanged' || event === 'StopFailure' ? /^[A-Za-z0-9_|]+$/ : /^[A-Za-z0-9_\-, |]+$/;
}

function listMatcher(matcher: string): Matcher {
  const words = new Set(matcher.split(/[|,]/).map((word) => word.trim()));
  words.delete('');
  return {
    matches: (subject) =>
      typeof subject === 'string'
        ? words.has(subject)
        : [subject.claude, ...subject.former, ...subject.exactOnly].some((name) => words.has(name)),
  };
}

function regExpMatcher(pattern: RegExp): Matcher {
  return {
    matches: (subject) =>
      typeof subject === 'string'
        ? pattern.test(subject)
        : [subject.claude, ...subject.former].some((name) => pattern.test(name)),
  };
}
