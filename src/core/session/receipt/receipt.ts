import type { AgentEvent, RunOutcome } from '../../agent/agentEvents.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../../permissions/approver.ts';
import { timeOf } from '../rows/costFold.ts';
import { editWords } from '../steering/editWords.ts';
import { codeSpan, indented } from '../markdown.ts';
import { durationWords, evidenceLines, fileLines, shownIn, type ShownPath } from './receiptEvidence.ts';
import type { Cost, Doubt, ItemRow, SessionTree, Settlement } from '../rows/rows.ts';
import { SessionRows } from '../rows/sessionRows.ts';

/**
 * What was done in a session, as Markdown fit for a pull request: made from the records alone, never from what the
 * model says of itself. Text of others stands in code only.
 * @param roots absolute paths or URIs of the workspace's folders; files in them are named relative to them.
 * @param undone files with changes that the person took back.
 */
export function receiptOf(
  events: readonly AgentEvent[],
  roots: readonly string[],
  undone: readonly string[] = [],
): string {
  const rows = new SessionRows();
  for (const event of events) rows.apply(event);
  const tree = rows.tree();
  const shown = shownIn(roots);
  const listed = tree.items.filter(({ presence }) => presence === 'listed');
  const completed = listed.filter(({ item }) => item.status === 'completed').length;
  const calls = [...tree.items, ...tree.earlier, ...(tree.outside === undefined ? [] : [tree.outside])].flatMap(
    (row) => row.calls,
  );
  return [
    '# Run receipt',
    ...tasks(events),
    factList(events, tree),
    `## Items, ${completed}/${listed.length} completed`,
    itemList(tree.items, shown) || 'None.',
    ...section('Earlier items', itemList(tree.earlier, shown)),
    ...section('Outside the plan', bullets(evidenceLines(tree.outside?.calls ?? [], shown))),
    '## Files changed',
    bullets(fileLines(calls, shown)) || 'None.',
    ...section('Undone by the user', bullets(undone.map((path) => codeSpan(shown(path))))),
    '## Approvals',
    bullets(approvals(events)) || 'None were asked for.',
    ...section('What the user changed', bullets(steering(events))),
    '## Unfinished',
    bullets(unfinished(tree.items)) || 'Nothing.',
  ]
    .join('\n\n')
    .concat('\n');
}

function tasks(events: readonly AgentEvent[]): readonly string[] {
  const prompts = events.flatMap((event) => (event.kind === 'runStarted' && event.prompt !== '' ? [event.prompt] : []));
  return prompts.map((prompt, index) => `${index === 0 ? 'Task' : 'Then'}:\n\n${indented(prompt)}`);
}

function factList(events: readonly AgentEvent[], { total, outcome }: SessionTree): string {
  const models = new Set(events.flatMap((event) => (event.kind === 'runStarted' ? [event.model] : [])));
  const times = events.flatMap((event) => timeOf(event) ?? []);
  const [first, last] = [times[0], times.at(-1)];
  return bullets([
    `Outcome: ${outcome === undefined ? 'not ended' : outcomeWords(outcome)}`,
    `Model: ${[...models].map(codeSpan).join(', ')}`,
    ...(first === undefined || last === undefined ? [] : [`From ${dateWords(first)} to ${dateWords(last)}`]),
    costWords(total),
  ]);
}

function costWords(cost: Cost): string {
  const tokens = `${cost.inputTokens} in, ${cost.outputTokens} out, ${cost.cacheReadTokens} from the cache, ${cost.cacheWriteTokens} to it`;
  const used = cost.inputTokens + cost.outputTokens + cost.cacheReadTokens + cost.cacheWriteTokens;
  const price = cost.usd === undefined ? 'price not known' : `$${cost.usd.toFixed(4)} at list price`;
  // What used no tokens, such as the demo's script, has no price.
  const money = used === 0 ? '' : `; ${price}`;
  const time = `working time, without waiting for the user: ${durationWords(cost.activeMs)}`;
  return `Rounds: ${cost.rounds}; ${time}; tokens: ${tokens}${money}`;
}

function itemList(items: readonly ItemRow[], shown: ShownPath): string {
  return items
    .map((row) => {
      const mark = row.item.status === 'completed' ? 'x' : ' ';
      const notes = itemNotes(row);
      const head = `- [${mark}] ${codeSpan(row.item.content)}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
      return [head, ...evidenceLines(row.calls, shown).map((line) => `  - ${line}`)].join('\n');
    })
    .join('\n');
}

const presenceWords: Readonly<Record<ItemRow['presence'], string>> = {
  listed: '',
  dropped: 'dropped by the agent',
  replaced: 'of a finished plan',
  skipped: 'skipped by the user',
  removed: 'removed by the user',
};

const doubtWords: Readonly<Record<Doubt, string>> = {
  unrecorded: 'nothing recorded',
  failed: 'but its calls failed',
  declined: 'but its calls were declined',
};

function itemNotes({ presence, drift, doubt, completedBy, settlement, item }: ItemRow): readonly string[] {
  return [
    presenceWords[presence],
    completedBy === 'user' && item.status === 'completed' ? 'marked completed by the user' : '',
    doubt === undefined ? '' : doubtWords[doubt],
    settlement === undefined ? '' : settlementWords(settlement),
    ...drift.map((one) => {
      if (one.kind === 'renamed') return `renamed by the agent from ${codeSpan(one.from)}`;
      return one.kind === 'unticked' ? 'set back by the agent' : 'put back by the agent';
    }),
  ].filter((note) => note !== '');
}

const causeWords: Readonly<Record<Settlement['cause'], string>> = {
  finishedTurn: 'the agent ended its turn',
  stopped: 'stopped by the user',
  interrupted: 'the editor was closed or crashed',
  denied: 'a call was denied',
  error: 'the run failed',
  limit: 'a limit was reached',
  blocked: 'the run was blocked',
};

function settlementWords({ isStarted, cause }: Settlement): string {
  return `${isStarted ? 'unfinished' : 'not started'}: ${causeWords[cause]}`;
}

function unfinished(items: readonly ItemRow[]): readonly string[] {
  return items
    .filter(({ presence, item }) => item.status !== 'completed' && (presence === 'listed' || presence === 'dropped'))
    .map((row) => [codeSpan(row.item.content), ...reasonsOf(row)].join(': '));
}

function reasonsOf({ presence, settlement }: ItemRow): readonly string[] {
  if (presence === 'dropped') return [presenceWords.dropped];
  if (settlement === undefined) return [];
  return settlement.isStarted ? [causeWords[settlement.cause]] : ['not started', causeWords[settlement.cause]];
}

function approvals(events: readonly AgentEvent[]): readonly string[] {
  const asked = new Map<string, ApprovalRequest>();
  const lines: string[] = [];
  for (const event of events) {
    if (event.kind === 'approvalAsked') asked.set(event.request.callId, event.request);
    const request = event.kind === 'approvalAnswered' ? asked.get(event.callId) : undefined;
    if (event.kind !== 'approvalAnswered' || request === undefined) continue;
    asked.delete(event.callId);
    lines.push(`${answerWords(event.answer)}: ${callWords(request)}${adviceWords(event.answer)}`);
  }
  return [...lines, ...[...asked.values()].map((request) => `Not answered: ${callWords(request)}`)];
}

function callWords({ toolName, subject }: ApprovalRequest): string {
  return `${codeSpan(toolName)} ${codeSpan(subject.title)}`;
}

function answerWords(answer: ApprovalAnswer): string {
  if (answer.kind === 'deny') return 'Denied';
  const words = {
    once: 'Allowed',
    session: 'Allowed for the session',
    item: 'Allowed for the item',
    always: 'Allowed always',
  };
  return answer.editedText === undefined
    ? words[answer.remember]
    : `${words[answer.remember]}, with changes by the person`;
}

function adviceWords(answer: ApprovalAnswer): string {
  return answer.kind === 'deny' && answer.feedback !== undefined ? `, saying ${codeSpan(answer.feedback)}` : '';
}

function steering(events: readonly AgentEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.kind !== 'steered') return [];
    const { what } = event;
    return [what.kind === 'edit' ? editWords(what.edit, codeSpan) : `said ${codeSpan(what.text)}`];
  });
}

function outcomeWords({ kind, reason }: RunOutcome): string {
  return reason === undefined ? kind : `${kind}, ${codeSpan(reason)}`;
}

function section(title: string, content: string): readonly string[] {
  return content === '' ? [] : [`## ${title}`, content];
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function dateWords(at: number): string {
  return new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
}
