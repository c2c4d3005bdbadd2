import * as vscode from 'vscode';
import type { CallRow } from '../../core/session/rows.ts';
import type { SessionState } from '../../core/session/sessionState.ts';
import type { TodoStatus } from '../../core/todos/todoItem.ts';
import type { FileChange } from '../../core/tools/tool.ts';
import { visibleLine, visibleText } from '../../core/util/displayText.ts';
import { lineCounts } from '../../core/util/lineCounts.ts';
import type { LineCounts } from '../../core/util/lineCounts.ts';
import { commands } from '../ids.ts';
import { countsText, displayPath, stateText, summaryText, uriOf, workText } from './callTexts.ts';
import type { AnyNode, CallNode, OutsideNode, ReadsNode, TodoNode } from './todoNodes.ts';

const marks: Readonly<Record<TodoStatus, string>> = { completed: '[x]', in_progress: '[>]', pending: '[ ]' };

const todoContext: Readonly<Record<TodoStatus, string>> = {
  completed: 'todo.completed',
  in_progress: 'todo.inProgress',
  pending: 'todo.pending',
};

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** Draws nodes. Labels hold text of models: it is shown, never interpreted. */
export class TodoTreeItems {
  /** Changes never change; the tree is drawn often. */
  readonly #counts = new WeakMap<FileChange, { readonly counts: LineCounts | undefined }>();

  draw(node: AnyNode, state: SessionState): vscode.TreeItem {
    const item = this.#draw(node, state);
    item.id = node.id;
    return item;
  }

  #draw(node: AnyNode, state: SessionState): vscode.TreeItem {
    switch (node.kind) {
      case 'todo':
        return todoItem(node, state);
      case 'outside':
        return outsideItem(node);
      case 'reads':
        return readsItem(node);
      case 'call':
        return node.change === undefined ? callItem(node, state) : this.#changeItem(node.call, node.change);
    }
  }

  #changeItem(call: CallRow, change: FileChange): vscode.TreeItem {
    const path = visibleLine(displayPath(change.path));
    const counts = this.#countsOf(change);
    const item = new vscode.TreeItem(counts === undefined ? path : `+${counts.added} -${counts.removed}  ${path}`);
    const state = stateText(call);
    const isNew = change.before === undefined;
    item.description = [isNew ? vscode.l10n.t('new') : '', state].filter((text) => text !== '').join(', ');
    const what = isNew ? vscode.l10n.t('Created {0}', path) : vscode.l10n.t('Changed {0}', path);
    item.tooltip = counts === undefined ? what : `${what}: ${countsText(counts)}`;
    item.accessibilityInformation = { label: [item.tooltip, state].filter((text) => text !== '').join(', ') };
    item.iconPath = callIcon(call, isNew ? 'diff-added' : 'diff-modified');
    item.contextValue = 'call.files';
    item.command = { command: commands.openChange, title: vscode.l10n.t('Open Change'), arguments: [change] };
    return item;
  }

  #countsOf(change: FileChange): LineCounts | undefined {
    const known = this.#counts.get(change) ?? { counts: lineCounts(change.before, change.after) };
    this.#counts.set(change, known);
    return known.counts;
  }
}

function todoItem(node: TodoNode, state: SessionState): vscode.TreeItem {
  const { content, status } = node.item;
  const item = new vscode.TreeItem(`${marks[status]} ${visibleLine(content)}`);
  const summary = summaryText(node.calls);
  const words = todoWords(status);
  if (node.children.length > 0) item.collapsibleState = status === 'in_progress' ? Expanded : Collapsed;
  item.description = summary;
  item.tooltip = [`${words}: ${visibleText(content)}`, summary].filter((text) => text !== '').join('\n');
  item.accessibilityInformation = {
    label: [
      `${words}: ${visibleLine(content)}`,
      vscode.l10n.t('{0} of {1}', node.position, node.total),
      ...(summary === '' ? [] : [summary]),
    ].join(', '),
  };
  item.iconPath = todoIcon(status, state);
  item.contextValue = todoContext[status];
  return item;
}

function todoWords(status: TodoStatus): string {
  switch (status) {
    case 'completed':
      return vscode.l10n.t('Completed');
    case 'in_progress':
      return vscode.l10n.t('In progress');
    case 'pending':
      return vscode.l10n.t('Pending');
  }
}

/** Shapes differ as well as colours. Only work that is being done spins. */
function todoIcon(status: TodoStatus, state: SessionState): vscode.ThemeIcon {
  switch (status) {
    case 'completed':
      return icon('pass', 'testing.iconPassed');
    case 'in_progress':
      return icon(state === 'running' ? 'loading~spin' : 'arrow-circle-right', 'charts.blue');
    case 'pending':
      return icon('circle-outline');
  }
}

function outsideItem(node: OutsideNode): vscode.TreeItem {
  const isWaiting = node.calls.some((call) => call.state === 'waiting');
  const item = new vscode.TreeItem(vscode.l10n.t('Outside the plan'), isWaiting ? Expanded : Collapsed);
  item.description = summaryText(node.calls);
  item.tooltip = vscode.l10n.t('What was done while no item was in progress.');
  item.iconPath = icon('circle-slash');
  item.contextValue = 'outside';
  return item;
}

function readsItem(node: ReadsNode): vscode.TreeItem {
  const item = new vscode.TreeItem(workText(node.calls), Collapsed);
  item.iconPath = icon('files');
  item.contextValue = 'reads';
  return item;
}

function callItem({ call }: CallNode, state: SessionState): vscode.TreeItem {
  const isRead = call.evidence?.kind === 'read';
  const title = visibleLine(call.title);
  const named = title === '' ? call.name : `${call.name}: ${title}`;
  const item = new vscode.TreeItem(isRead ? title : named, None);
  const words = stateText(call);
  item.description = words;
  item.tooltip = [visibleText(`${call.name}: ${call.title}`), words].filter((text) => text !== '').join('\n');
  item.accessibilityInformation = { label: words === '' ? named : `${named}, ${words}` };
  item.iconPath = callIcon(call, plainIcon(call), state);
  item.contextValue = callContext(call);
  const command = openCommand(call);
  if (command !== undefined) item.command = command;
  return item;
}

/** A file that was read opens as it is; of anything else the result is what there is to see. */
function openCommand(call: CallRow): vscode.Command | undefined {
  if (call.evidence?.kind === 'read')
    return { command: 'vscode.open', title: vscode.l10n.t('Open File'), arguments: [uriOf(call.evidence.path)] };
  if (call.output === undefined) return undefined;
  return { command: commands.openOutput, title: vscode.l10n.t('Open Output'), arguments: [call] };
}

function callContext(call: CallRow): string {
  if (call.state === 'waiting' || call.state === 'running') return `call.${call.state}`;
  return call.evidence === undefined ? 'call' : `call.${call.evidence.kind}`;
}

function plainIcon(call: CallRow): string {
  switch (call.evidence?.kind) {
    case 'read':
      return 'file';
    case 'search':
      return 'search';
    case 'files':
      return 'diff-modified';
    case 'command':
      return 'terminal';
    case undefined:
      return 'check';
  }
}

function callIcon(call: CallRow, whenDone: string, state: SessionState = 'idle'): vscode.ThemeIcon {
  switch (call.state) {
    case 'ok':
      return call.evidence?.kind === 'command' && call.evidence.exitCode !== 0
        ? icon('terminal', 'testing.iconFailed')
        : icon(whenDone);
    case 'error':
      return icon('error', 'testing.iconFailed');
    case 'running':
      return icon(state === 'running' ? 'loading~spin' : 'circle-outline');
    case 'waiting':
      return icon('bell-dot', 'list.warningForeground');
    case 'denied':
    case 'forbidden':
      return icon('circle-slash', 'list.warningForeground');
    case 'cancelled':
      return icon('stop-circle', 'list.warningForeground');
  }
}

function icon(id: string, color?: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color));
}
