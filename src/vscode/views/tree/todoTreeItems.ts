import * as vscode from 'vscode';
import type { CallRow } from '../../../core/session/rows/rows.ts';
import type { SessionState } from '../../../core/session/sessionState.ts';
import type { FileChange } from '../../../core/tools/tool.ts';
import { visibleLine, visibleText } from '../../../core/util/displayText.ts';
import { lineCounts } from '../../../core/util/lineCounts.ts';
import type { LineCounts } from '../../../core/util/lineCounts.ts';
import { commands } from '../../ids.ts';
import { countsText, displayPath, failureText, stateText, summaryText, uriOf, workText } from '../callTexts.ts';
import { costText, steerText } from './itemTexts.ts';
import { itemTreeItem, type DrawOptions } from './itemTreeItem.ts';
import { themeIcon } from './themeIcon.ts';
import type {
  AnyNode,
  CallNode,
  EarlierNode,
  GrantNode,
  MessageNode,
  MessagesNode,
  OutsideNode,
  ProblemsNode,
  ReadsNode,
} from './todoNodes.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** Draws nodes. Labels hold text of models: it is shown, never interpreted. */
export class TodoTreeItems {
  /** Changes never change; the tree is drawn often. */
  readonly #counts = new WeakMap<FileChange, { readonly counts: LineCounts | undefined }>();

  draw(node: AnyNode, options: DrawOptions): vscode.TreeItem {
    const item = this.#draw(node, options);
    item.id = node.id;
    return item;
  }

  #draw(node: AnyNode, options: DrawOptions): vscode.TreeItem {
    switch (node.kind) {
      case 'todo':
        return itemTreeItem(node, options);
      case 'outside':
        return outsideItem(node, options);
      case 'earlier':
        return earlierItem(node);
      case 'messages':
        return messagesItem(node);
      case 'message':
        return messageItem(node);
      case 'reads':
        return readsItem(node);
      case 'call':
        return node.change === undefined ? callItem(node, options.state) : this.#changeItem(node.call, node.change);
      case 'problems':
        return problemsItem(node);
      case 'grant':
        return grantItem(node);
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

function outsideItem({ row }: OutsideNode, { showsCost }: DrawOptions): vscode.TreeItem {
  const isWaiting = row.calls.some((call) => call.state === 'waiting');
  const item = new vscode.TreeItem(vscode.l10n.t('Outside the plan'), isWaiting ? Expanded : Collapsed);
  const cost = costText(row.cost);
  item.description = [summaryText(row.calls), showsCost ? cost : ''].filter((text) => text !== '').join(', ');
  item.tooltip = [vscode.l10n.t('What was done while no item was in progress.'), cost].join('\n').trim();
  item.iconPath = themeIcon('circle-slash');
  item.contextValue = 'outside';
  return item;
}

function earlierItem({ children }: EarlierNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Earlier'), Collapsed);
  item.description = children.length === 1 ? vscode.l10n.t('1 item') : vscode.l10n.t('{0} items', children.length);
  item.tooltip = vscode.l10n.t('Finished plans, and removed items under which work was done.');
  item.iconPath = themeIcon('history');
  item.contextValue = 'plans';
  return item;
}

function messagesItem({ rows }: MessagesNode): vscode.TreeItem {
  const label = vscode.l10n.t('Said by you');
  const item = new vscode.TreeItem(label, Expanded);
  item.description = steerText(rows.at(-1)?.state ?? 'seen');
  item.accessibilityInformation = { label: `${label}, ${item.description}` };
  item.iconPath = themeIcon('comment');
  item.contextValue = 'messages';
  return item;
}

function messageItem({ row, text }: MessageNode): vscode.TreeItem {
  const item = new vscode.TreeItem(visibleLine(text));
  item.description = steerText(row.state);
  item.tooltip = visibleText(text);
  item.accessibilityInformation = { label: `${visibleLine(text)}, ${item.description}` };
  item.iconPath = themeIcon(row.state === 'seen' ? 'check' : row.state === 'sent' ? 'arrow-up' : 'clock');
  item.contextValue = 'message';
  return item;
}

function grantItem({ grant }: GrantNode): vscode.TreeItem {
  const item = new vscode.TreeItem(
    grant.subject.kind === 'command'
      ? vscode.l10n.t('Allowed: {0}', visibleLine(grant.subject.command))
      : vscode.l10n.t('Allowed: changes to files'),
  );
  item.description = vscode.l10n.t('for this item');
  item.tooltip = vscode.l10n.t('Allowed without a question until the item is done. The cross takes it back.');
  item.iconPath = themeIcon('key');
  item.contextValue = 'grant';
  return item;
}

function problemsItem({ found }: ProblemsNode): vscode.TreeItem {
  const { path, count, messages } = found;
  const item = new vscode.TreeItem(
    count === 1 ? vscode.l10n.t('1 new problem') : vscode.l10n.t('{0} new problems', count),
  );
  const shown = visibleLine(displayPath(path));
  item.description = [shown, ...messages.slice(0, 1).map(visibleLine)].join(': ');
  item.tooltip = [shown, ...messages.map(visibleText)].join('\n');
  item.accessibilityInformation = { label: `${item.label as string}, ${item.description}` };
  item.iconPath = themeIcon('warning', 'list.warningForeground');
  item.contextValue = 'problems';
  item.command = { command: 'vscode.open', title: vscode.l10n.t('Open File'), arguments: [uriOf(path)] };
  return item;
}

function readsItem(node: ReadsNode): vscode.TreeItem {
  const item = new vscode.TreeItem(workText(node.calls), Collapsed);
  item.iconPath = themeIcon('files');
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
  item.tooltip = [visibleText(`${call.name}: ${call.title}`), words, visibleLine(failureText(call))]
    .filter((text) => text !== '')
    .join('\n');
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
        ? themeIcon('terminal', 'testing.iconFailed')
        : themeIcon(whenDone);
    case 'error':
      return themeIcon('error', 'testing.iconFailed');
    case 'running':
      return themeIcon(state === 'running' ? 'loading~spin' : 'circle-outline');
    case 'waiting':
      return themeIcon('bell-dot', 'list.warningForeground');
    case 'denied':
    case 'forbidden':
      return themeIcon('circle-slash', 'list.warningForeground');
    case 'cancelled':
      return themeIcon('stop-circle', 'list.warningForeground');
  }
}
