import type { FileChange } from '../../tools/tool.ts';
import { lineCounts } from '../../util/lineCounts.ts';
import { codeSpan } from '../markdown.ts';
import { refusedWords } from '../refusedWords.ts';
import type { CallRow } from '../rows/rows.ts';

/** A path as it stands in the receipt: relative, where it is in a folder of the workspace. */
export type ShownPath = (path: string) => string;

/** @param roots absolute paths or URIs of the workspace's folders. */
export function shownIn(roots: readonly string[]): ShownPath {
  return (path) => {
    const root = roots.find((one) => path.startsWith(one) && /^[/\\]/.test(path.slice(one.length)));
    return root === undefined ? path : path.slice(root.length + 1);
  };
}

/** What calls left behind, one line of Markdown each; reads and searches that worked are only counted. */
export function evidenceLines(calls: readonly CallRow[], shown: ShownPath): readonly string[] {
  const quiet = calls.filter(isQuiet);
  const reads = quiet.filter(({ evidence }) => evidence?.kind !== 'search').length;
  const searches = quiet.length - reads;
  const counts = [...counted(reads, 'read', 'reads'), ...counted(searches, 'search', 'searches')];
  return [
    ...(counts.length === 0 ? [] : [counts.join(', ')]),
    ...calls
      .filter((call) => !isQuiet(call))
      .flatMap((call) => [...callLines(call, shown), ...problemLines(call, shown)]),
  ];
}

/** Every changed file once, from its first state to its last. */
export function fileLines(calls: readonly CallRow[], shown: ShownPath): readonly string[] {
  const files = new Map<string, FileChange>();
  for (const change of calls.flatMap(changesOf)) {
    const first = files.get(change.path);
    files.set(change.path, first === undefined ? change : { ...first, after: change.after });
  }
  return [...files.values()].map((change) => changeLine(change, shown));
}

/** Milliseconds as `1.2 s` or `3 min 4 s`. */
export function durationWords(milliseconds: number): string {
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function isQuiet({ access, state, evidence }: CallRow): boolean {
  return access === 'read' && state === 'ok' && evidence?.kind !== 'files' && evidence?.kind !== 'command';
}

function callLines(call: CallRow, shown: ShownPath): readonly string[] {
  const changes = changesOf(call);
  if (changes.length > 0 && call.state === 'ok') return changes.map((change) => changeLine(change, shown));
  const facts = factsOf(call);
  const line = `${codeSpan(call.name)} ${codeSpan(call.title)}`;
  return [facts.length === 0 ? line : `${line}: ${facts.join(', ')}`, ...changes.map((one) => changeLine(one, shown))];
}

const stateWords: Readonly<Record<Exclude<CallRow['state'], 'forbidden'>, string>> = {
  ok: '',
  running: 'still running',
  waiting: 'waiting for approval',
  error: 'failed',
  denied: 'denied by the user, not executed',
  cancelled: 'stopped',
};

function factsOf({ state, evidence, durationMs, refusedBy }: CallRow): readonly string[] {
  const words = state === 'forbidden' ? `${refusedWords(refusedBy)}, not executed` : stateWords[state];
  const facts = words === '' ? [] : [words];
  if (evidence?.kind !== 'command') return facts;
  if (evidence.exitCode !== undefined) facts.push(`exit code ${evidence.exitCode}`);
  if (durationMs !== undefined) facts.push(durationWords(durationMs));
  return facts;
}

function changesOf({ evidence }: CallRow): readonly FileChange[] {
  return evidence?.kind === 'files' ? evidence.changes : [];
}

function changeLine({ path, before, after }: FileChange, shown: ShownPath): string {
  const counts = lineCounts(before, after);
  const size = counts === undefined ? 'rewritten' : `+${counts.added} -${counts.removed}`;
  return `${codeSpan(shown(path))} ${size}${before === undefined ? ', new' : ''}`;
}

function problemLines({ problems = [] }: CallRow, shown: ShownPath): readonly string[] {
  return problems.map(({ path, count, messages }) => {
    const first = messages[0] === undefined ? '' : `: ${codeSpan(messages[0])}`;
    return `${count === 1 ? '1 new problem' : `${count} new problems`} in ${codeSpan(shown(path))}${first}`;
  });
}

function counted(count: number, one: string, many: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}
