import type { CallRow, Cost, ItemRow, SessionTree } from '../../../../src/core/session/rows/rows.ts';

const marks = { completed: '[x]', in_progress: '[>]', pending: '[ ]' } as const;

/** All that the tree shows, as text. */
export function treeText(tree: SessionTree): string {
  const { items, earlier, outside, callsSinceChange, isRunning, pause, outcome, steering, total } = tree;
  return [
    ...items.flatMap(itemLines),
    ...earlier.flatMap((row) => itemLines(row).map((line) => `earlier ${line}`)),
    ...(outside === undefined
      ? []
      : ['outside the plan', ...outside.calls.map(callLine), `    ${costText(outside.cost)}`]),
    ...steering.map(({ id, what, state }) => `${what.kind} ${id} ${state}`),
    `calls since change: ${callsSinceChange}, running: ${isRunning}, pause: ${pause?.kind ?? 'none'}, outcome: ${outcome?.kind ?? 'none'}`,
    `total: ${costText(total)}`,
    '',
  ].join('\n');
}

function itemLines(row: ItemRow): readonly string[] {
  const { item, presence, drift, doubt, completedBy, settlement, isLocked, stopPoints, steering, cost } = row;
  const facts = [
    ...(presence === 'listed' ? [] : [presence]),
    ...drift.map((one) => (one.kind === 'renamed' ? `renamed from ${one.from}` : one.kind)),
    ...(completedBy === undefined ? [] : [`by ${completedBy}`]),
    ...(doubt === undefined ? [] : [doubt === 'unrecorded' ? 'nothing recorded' : doubt]),
    ...(settlement === undefined
      ? []
      : [`${settlement.isStarted ? 'unfinished' : 'not started'}: ${settlement.cause}`]),
    ...(isLocked ? ['locked'] : []),
    ...stopPoints.map((when) => `stop ${when}`),
    ...(steering === undefined ? [] : [`edit ${steering}`]),
  ];
  const head = `${marks[item.status]} ${item.content}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
  return [head, ...row.calls.map(callLine), ...(cost.rounds + cost.activeMs === 0 ? [] : [`    ${costText(cost)}`])];
}

function callLine({ key, callId, name, title, state, evidence, problems = [] }: CallRow): string {
  const found = problems.map(({ count }) => `, ${count} new problems`).join('');
  return `    ${key ?? callId}: ${name} ${title}, ${state}${evidence === undefined ? '' : `, ${evidence.kind}`}${found}`;
}

function costText({ rounds, activeMs, inputTokens, outputTokens, usd }: Cost): string {
  return `${rounds} rounds, ${activeMs} ms, ${inputTokens} + ${outputTokens} tokens, ${usd === undefined ? 'no price' : `$${usd.toFixed(6)}`}`;
}
