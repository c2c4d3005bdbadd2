import * as vscode from 'vscode';
import type { Doubt, Drift, ItemRow } from '../../../core/session/rows/rows.ts';
import type { SessionState } from '../../../core/session/sessionState.ts';
import type { TodoStatus } from '../../../core/todos/todoItem.ts';
import { visibleLine, visibleText } from '../../../core/util/displayText.ts';
import { summaryText } from '../callTexts.ts';
import { offListUri } from './itemDecorations.ts';
import { costText, driftText, explanations, standingOf, steerText, wishTexts } from './itemTexts.ts';
import { themeIcon } from './themeIcon.ts';
import type { TodoNode } from './todoNodes.ts';

const marks: Readonly<Record<TodoStatus, string>> = { completed: '[x]', in_progress: '[>]', pending: '[ ]' };
/** Struck off the list. Labels that VS Code strikes through are a proposal only; combining strokes are torn apart in many fonts. */
const offListMark = '[-]';

/** What rows depend on beside the session's records. */
export interface DrawOptions {
  readonly state: SessionState;
  /** Whether rows say what they cost. */
  readonly showsCost: boolean;
  /** What can be done about the files that an item changed. */
  readonly undo?: ItemUndo;
}

/** Which items have changes of files to take back, and which ones to make again. */
export interface ItemUndo {
  canUndo(itemId: string): boolean;
  canRedo(itemId: string): boolean;
}

/** The row of an item. Marker, a space and the content are the label; everything else stands beside it. */
export function itemTreeItem(node: TodoNode, options: DrawOptions): vscode.TreeItem {
  const { row } = node;
  const content = visibleLine(row.item.content);
  // A finished plan was done, not struck off.
  const isListed = row.presence === 'listed' || row.presence === 'replaced';
  const label = `${isListed ? marks[row.item.status] : offListMark} ${content}`;
  const item = new vscode.TreeItem({ label, highlights: node.isMarked ? [[0, offListMark.length]] : [] });
  item.collapsibleState = collapsibleState(node, isListed);
  const cost = costText(row.cost);
  const { words, text } = standingOf(row, options.state);
  const facts = [...undoneFacts(row.item.id, options.undo), ...factsOf(row)];
  item.description = [text, ...facts, options.showsCost ? cost : ''].filter(isSaid).join(', ');
  const reason = row.settlement?.reason ?? '';
  const tooltip = [
    `${words}: ${visibleText(row.item.content)}`,
    ...facts,
    visibleText(reason),
    cost,
    ...explanations(row, node.isMarked),
  ];
  item.tooltip = tooltip.filter(isSaid).join('\n');
  const place = node.position === 0 ? '' : vscode.l10n.t('{0} of {1}', node.position, node.total);
  const news = node.isMarked ? vscode.l10n.t('changed since you looked') : '';
  item.accessibilityInformation = { label: [`${words}: ${content}`, place, news, ...facts].filter(isSaid).join(', ') };
  item.iconPath = iconOf(row, options);
  item.contextValue = [contextOf(row), ...undoContext(row.item.id, options.undo)].join('.');
  if (!isListed) item.resourceUri = offListUri(row.item.id);
  return item;
}

/** In the order of their weight: the end of a long line is not in sight. */
function factsOf(row: ItemRow): readonly string[] {
  const { item, drift, completedBy, steering, calls } = row;
  const summary = summaryText(calls);
  const isWaiting = calls.some(({ state }) => state === 'waiting');
  const facts = [
    item.status === 'completed' && completedBy === 'user' ? vscode.l10n.t('marked by you') : '',
    ...drift.map(driftText),
    steering === undefined ? '' : steerText(steering),
    ...wishTexts(row),
  ];
  return (isWaiting ? [summary, ...facts] : [...facts, summary]).filter(isSaid);
}

function collapsibleState({ row, children }: TodoNode, isListed: boolean): vscode.TreeItemCollapsibleState {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  if (children.length === 0) return None;
  return isListed && row.item.status === 'in_progress' ? Expanded : Collapsed;
}

/** Shapes differ as well as colours. Only work that is being done spins. */
function iconOf(row: ItemRow, { state, undo }: DrawOptions): vscode.ThemeIcon {
  const { item, presence, settlement, stopPoints } = row;
  if (presence === 'dropped') return themeIcon('warning', 'list.warningForeground');
  if (presence === 'skipped') return themeIcon('debug-step-over');
  if (presence === 'removed') return themeIcon('trash');
  if (item.status === 'completed') return doneIcon(row, undo);
  if (settlement?.isStarted === true) return themeIcon(settledIcon(settlement.cause), 'list.warningForeground');
  if (item.status === 'in_progress') return themeIcon(activeIcon(state), 'charts.blue');
  if (stopPoints.length > 0) return themeIcon('debug-breakpoint', 'debugIcon.breakpointForeground');
  return openIcon(row);
}

/** A tick says that the work is there. */
function doneIcon({ item, doubt }: ItemRow, undo: ItemUndo | undefined): vscode.ThemeIcon {
  if (undo?.canRedo(item.id) === true) return themeIcon('discard', 'list.warningForeground');
  return doubt === undefined
    ? themeIcon('pass', 'testing.iconPassed')
    : themeIcon(doubtIcons[doubt], 'list.warningForeground');
}

const doubtIcons: Readonly<Record<Doubt, string>> = {
  unrecorded: 'question',
  failed: 'error',
  declined: 'circle-slash',
};

/** Of an item that nobody has begun: what the agent did to it without a word, first. */
function openIcon({ drift, isLocked }: ItemRow): vscode.ThemeIcon {
  const [first] = [...drift].sort((a, b) => driftWeight[b.kind] - driftWeight[a.kind]);
  if (first !== undefined) return themeIcon(driftIcons[first.kind], 'list.warningForeground');
  return themeIcon(isLocked ? 'lock' : 'circle-outline');
}

const driftIcons: Readonly<Record<Drift['kind'], string>> = { renamed: 'edit', unticked: 'discard', returned: 'reply' };
const driftWeight: Readonly<Record<Drift['kind'], number>> = { renamed: 0, unticked: 1, returned: 2 };

function activeIcon(state: SessionState): string {
  switch (state) {
    case 'running':
      return 'loading~spin';
    case 'paused':
      return 'debug-pause';
    case 'idle':
    case 'waitingForApproval':
      return 'arrow-circle-right';
  }
}

function settledIcon(cause: NonNullable<ItemRow['settlement']>['cause']): string {
  switch (cause) {
    case 'stopped':
      return 'stop-circle';
    case 'interrupted':
      return 'debug-disconnect';
    case 'error':
      return 'error';
    case 'denied':
    case 'blocked':
      return 'circle-slash';
    case 'finishedTurn':
    case 'limit':
      return 'circle-large-outline';
  }
}

const statusContext: Readonly<Record<TodoStatus, string>> = {
  completed: 'completed',
  in_progress: 'inProgress',
  pending: 'pending',
};

/** What the menus of package.json look at. */
function contextOf({ item, presence, isLocked, stopPoints }: ItemRow): string {
  if (presence === 'replaced') return 'earlier';
  if (presence !== 'listed') return `gone.${presence}`;
  return [
    'todo',
    statusContext[item.status],
    isLocked ? 'locked' : 'free',
    ...(stopPoints.includes('before') ? ['pausesBefore'] : []),
    ...(stopPoints.includes('after') ? ['pausesAfter'] : []),
  ].join('.');
}

function undoneFacts(itemId: string, undo: ItemUndo | undefined): readonly string[] {
  if (undo?.canRedo(itemId) !== true) return [];
  return [undo.canUndo(itemId) ? vscode.l10n.t('partly undone by you') : vscode.l10n.t('undone by you')];
}

function undoContext(itemId: string, undo: ItemUndo | undefined): readonly string[] {
  if (undo === undefined) return [];
  return [...(undo.canUndo(itemId) ? ['changedFiles'] : []), ...(undo.canRedo(itemId) ? ['undone'] : [])];
}

function isSaid(text: string): boolean {
  return text !== '';
}
