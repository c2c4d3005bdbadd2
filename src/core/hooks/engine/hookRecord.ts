import { maskSecrets } from '../protocol/maskSecrets.ts';
import type { HookEventName } from '../protocol/hookEvents.ts';
import type { HookInput } from '../protocol/hookInput.ts';
import type { HookNotice, HookReading } from '../protocol/hookOutput.ts';
import type { HookRun } from './hookRun.ts';
import { hookTitle, type ConfiguredHook } from '../configuration/hookSchema.ts';

/** One run of one handler, for people who ask why something happened. Holds no secrets as far as they can be told. */
export interface HookRecord {
  /** Counts up through the engine's life. */
  readonly number: number;
  readonly event: HookEventName;
  readonly hook: ConfiguredHook;
  /** What the matcher was compared with: the tool's Claude name, the source, …; empty where there is nothing to match. */
  readonly match: string;
  readonly durationMs: number;
  /** How it ended, e.g. `exit 0`, `timed out after 5 s`, `running in the background`. */
  readonly ending: string;
  /** One word for what came of it. */
  readonly effect: HookEffect;
  /** The input as JSON, secrets masked, shortened. */
  readonly input: string;
  /** The beginnings of what it printed, secrets masked. */
  readonly stdout: string;
  readonly stderr: string;
  readonly notices: readonly HookNotice[];
  /** How an odd answer was read. */
  readonly debug?: string;
  /** Tried out by hand: its answer had no effect. */
  readonly isTrial: boolean;
}

export type HookEffect = 'none' | 'allow' | 'ask' | 'deny' | 'stop' | 'context' | 'changed' | 'failed' | 'background';

const shownCharacters = 2000;

/** A record as text for the output channel: one line of facts, what was asked and answered indented below. */
export function hookRecordText(record: HookRecord): string {
  const { number, event, match, hook, durationMs, ending, effect, isTrial } = record;
  const about = [event, match].filter((word) => word !== '').join(' ');
  const head = `#${number} ${about}: ${hookTitle(hook)}, ${durationMs} ms, ${ending}, ${effect}${isTrial ? ' (trial)' : ''}`;
  const parts: readonly (readonly [string, string])[] = [
    ['input', record.input],
    ['stdout', record.stdout],
    ['stderr', record.stderr],
    ...record.notices.map((notice) => [notice.level, notice.text] as const),
    ['note', record.debug ?? ''],
  ];
  const said = parts.filter(([, text]) => text.trim() !== '');
  return [head, ...said.map(([name, text]) => `  ${name}: ${text.trim().replaceAll('\n', '\n    ')}`)].join('\n');
}

/** The part of a record that follows from what was asked and answered. */
export function describeRun(
  input: HookInput,
  run: HookRun,
  reading: HookReading,
): Pick<HookRecord, 'ending' | 'effect' | 'input' | 'stdout' | 'stderr' | 'notices' | 'debug'> {
  return {
    ending: describeEnding(run),
    effect: effectOf(run, reading),
    input: shownText(JSON.stringify(input)),
    stdout: shownText('stdout' in run ? (run.stdout ?? '') : ''),
    stderr: shownText('stderr' in run ? run.stderr : ''),
    notices: reading.notices,
    ...(reading.debug === undefined ? {} : { debug: reading.debug }),
  };
}

function describeEnding(run: HookRun): string {
  switch (run.kind) {
    case 'exited':
      return `exit ${run.code}`;
    case 'failed':
      return run.message;
    case 'timedOut':
      return `timed out after ${run.seconds} s`;
    case 'aborted':
      return 'stopped';
    case 'background':
      return 'running in the background';
  }
}

function effectOf(run: HookRun, { result, notices }: HookReading): HookEffect {
  if (run.kind === 'background') return 'background';
  if (result.stop !== undefined) return 'stop';
  if (result.decision !== undefined) return result.decision;
  if (notices.some((notice) => notice.level === 'error')) return 'failed';
  if (result.updatedInput !== undefined || result.updatedOutput !== undefined) return 'changed';
  return result.additionalContext === undefined ? 'none' : 'context';
}

/** The beginning of a text, with what looks like a secret masked. */
function shownText(text: string): string {
  // Cut first: the patterns below are not meant for megabytes.
  const beginning = maskSecrets(text.slice(0, shownCharacters));
  return text.length > shownCharacters ? `${beginning}… (${text.length} characters)` : beginning;
}
