import * as vscode from 'vscode';
import { SeenItems } from '../../../core/session/rows/seenItems.ts';
import type { Grant } from '../../../core/permissions/sessionGrants.ts';
import type { SessionTree } from '../../../core/session/rows/rows.ts';
import type { Session } from '../../../core/session/sessionState.ts';
import { DisposableStore } from '../../../core/util/disposable.ts';
import type { Disposable } from '../../../core/util/disposable.ts';
import { messageOf } from '../../../core/util/errors.ts';
import type { Event } from '../../../core/util/event.ts';
import type { Logger } from '../../../core/util/logger.ts';
import { settingsSection, views } from '../../ids.ts';
import { ItemDecorations } from './itemDecorations.ts';
import { activeRoots, changedRoots, urgencyOf, type Urgency } from './nodeChanges.ts';
import { TodoDragAndDrop, type MoveItem } from './todoDragAndDrop.ts';
import type { ItemUndo } from './itemTreeItem.ts';
import { nodeTree } from './todoNodes.ts';
import type { AnyNode, NodeId, NodeTree } from './todoNodes.ts';
import { TodoTreeItems } from './todoTreeItems.ts';
import { progressText, viewMessage } from './viewMessage.ts';

export interface TodosViewOptions {
  /** Where the tree gets all that it shows. */
  readonly rows: { tree(): SessionTree; readonly onDidChange: Event<void> };
  /** What the person allowed for an item stands under it. */
  readonly grants: { readonly all: readonly Grant[]; readonly onDidChange: Event<readonly Grant[]> };
  readonly session: Pick<Session, 'state' | 'onDidChangeState'> & { readonly onDidReset: Event<unknown> };
  readonly gate: { readonly isPausing: boolean; readonly onDidChange: Event<void> };
  /** Whether the model makes the person wait, in words that count the seconds. */
  readonly wait: { readonly text: string; readonly onDidChange: Event<void> };
  /** What waits for the run's end, in words. */
  readonly queue: { readonly text: string; readonly onDidChange: vscode.Event<void> };
  /** Called when the person drags an item. */
  readonly move: MoveItem;
  /** Undefined where nothing is kept. */
  readonly undo: (ItemUndo & { readonly onDidChange: Event<void> }) | undefined;
  readonly log: Logger;
}

/**
 * VS Code passes a refresh on at once, but holds back any that comes less than 200 ms after another, and begins to
 * count anew with each. So there is never more than one in that time, and what is not urgent waits a little: what
 * belongs together goes together, and the way is free when the list itself changes.
 */
const refreshIntervalMs = 205;
const delaysMs: Readonly<Record<Urgency, number>> = { atOnce: 0, soon: 100, later: 1000 };
/** What VS Code takes to draw a refresh, with some to spare. */
const drawMs = 100;

const costSetting = 'showCost';

/** The tree "Todos": the list with the evidence under each item. */
export class TodosView implements vscode.TreeDataProvider<NodeId>, Disposable {
  readonly #options: TodosViewOptions;
  readonly #items = new TodoTreeItems();
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new vscode.EventEmitter<NodeId[] | undefined>());
  readonly #tree: vscode.TreeView<NodeId>;
  readonly #seen: SeenItems;
  readonly onDidChangeTreeData = this.#didChange.event;
  /** What VS Code was last told of. */
  #nodes: NodeTree;
  #drawnState: Session['state'];
  #isUndoOther = false;
  /** A run was on in this window: until then the list is what was stored. */
  #hasRun: boolean;
  #showsCost = showsCost();
  #lastRefresh = -Infinity;
  #nextRefresh = Infinity;
  #timer: NodeJS.Timeout | undefined;
  #showTimer: NodeJS.Timeout | undefined;
  /** What was brought into sight once by us; from then on it stays as the person leaves it. */
  readonly #shown = new Set<string>();
  /** Rows that VS Code has drawn closed: it keeps them so, whatever their items say later. */
  readonly #closed = new Set<NodeId>();
  /** Rows that the person closed. */
  readonly #folded = new Set<NodeId>();

  constructor(options: TodosViewOptions) {
    this.#options = options;
    this.#nodes = nodeTree(options.rows.tree());
    this.#drawnState = options.session.state;
    this.#hasRun = this.#drawnState !== 'idle';
    this.#tree = vscode.window.createTreeView(views.todos, {
      treeDataProvider: this,
      showCollapseAll: true,
      dragAndDropController: new TodoDragAndDrop(() => this.#nodes, options.move),
    });
    this.#seen = new SeenItems(this.#tree.visible);
    this.#disposables.add(this.#tree);
    this.#disposables.add(vscode.window.registerFileDecorationProvider(new ItemDecorations()));
    this.#disposables.add(options.rows.onDidChange(() => this.#update()));
    this.#disposables.add(options.grants.onDidChange(() => this.#update()));
    this.#disposables.add(options.session.onDidChangeState((state) => this.#follow(state)));
    this.#disposables.add(options.session.onDidReset(() => this.#forget()));
    if (options.undo !== undefined) this.#disposables.add(options.undo.onDidChange(() => this.#updateUndo()));
    this.#disposables.add(options.gate.onDidChange(() => this.#describe()));
    this.#disposables.add(options.queue.onDidChange(() => this.#describe()));
    this.#disposables.add(options.wait.onDidChange(() => this.#describe()));
    this.#disposables.add(this.#tree.onDidChangeVisibility(({ visible }) => this.#showOrHide(visible)));
    this.#disposables.add(this.#tree.onDidCollapseElement(({ element }) => this.#fold(element)));
    this.#disposables.add(this.#tree.onDidExpandElement(({ element }) => this.#unfold(element)));
    this.#disposables.add(this.#tree.onDidChangeSelection(() => this.#acknowledge()));
    this.#disposables.add(vscode.workspace.onDidChangeConfiguration((change) => this.#configure(change)));
    this.#describe();
  }

  /** The row that the person selected last. */
  get selected(): NodeId | undefined {
    return this.#tree.selection[0];
  }

  getChildren(id?: NodeId): NodeId[] {
    return [...(id === undefined ? this.#nodes.roots : (this.#nodes.byId.get(id)?.children ?? []))];
  }

  getParent(id: NodeId): NodeId | undefined {
    return this.#nodes.byId.get(id)?.parent;
  }

  getTreeItem(id: NodeId): vscode.TreeItem {
    const node = this.#nodes.byId.get(id);
    // VS Code may still ask for a node that has just gone; the refresh that removes it is on its way.
    if (node === undefined) return new vscode.TreeItem('');
    const { session, undo } = this.#options;
    const options = { state: session.state, showsCost: this.#showsCost, ...(undo === undefined ? {} : { undo }) };
    const item = this.#items.draw(node, options);
    if (item.collapsibleState !== vscode.TreeItemCollapsibleState.Expanded) this.#closed.add(id);
    return item;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#showTimer);
    this.#disposables.dispose();
  }

  /** The rows as they are now. */
  #read(): NodeTree {
    const tree = this.#options.rows.tree();
    const items = [...tree.items, ...tree.earlier];
    if (this.#hasRun) this.#seen.update(items);
    else this.#seen.restore(items);
    return nodeTree(tree, this.#seen.marked, this.#options.grants.all);
  }

  #update(): void {
    const urgency = urgencyOf(this.#nodes, this.#read());
    const isOther = this.#isUndoOther || this.#drawnState !== this.#options.session.state;
    const now = performance.now();
    const time = Math.max(
      now + delaysMs[isOther && urgency === 'later' ? 'soon' : urgency],
      this.#lastRefresh + refreshIntervalMs,
    );
    if (time >= this.#nextRefresh) return;
    this.#nextRefresh = time;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refresh(), time - now);
  }

  #follow(state: Session['state']): void {
    if (state !== 'idle') this.#hasRun = true;
    this.#update();
  }

  /** Menus of rows are others. */
  #updateUndo(): void {
    this.#isUndoOther = true;
    this.#update();
  }

  #refresh(): void {
    this.#nextRefresh = Infinity;
    const before = this.#nodes;
    const { state } = this.#options.session;
    this.#nodes = this.#read();
    const isOtherState = this.#drawnState !== state;
    this.#drawnState = state;
    const changed = changedRoots(before, this.#nodes);
    const active = isOtherState ? activeRoots(this.#nodes) : [];
    if (changed === undefined || this.#isUndoOther) this.#fire(undefined);
    else if (changed.length + active.length > 0) this.#fire([...new Set([...changed, ...active])]);
    this.#isUndoOther = false;
    this.#describe();
    this.#showNewsSoon();
  }

  #fire(ids: NodeId[] | undefined): void {
    this.#lastRefresh = performance.now();
    this.#didChange.fire(ids);
  }

  #showOrHide(isVisible: boolean): void {
    this.#seen.setVisible(isVisible);
    this.#update();
    this.#describe();
    this.#showNewsSoon();
  }

  /** VS Code tells it too of a row that was drawn closed and has got something below it. */
  #fold(id: NodeId): void {
    if (!this.#closed.has(id)) this.#folded.add(id);
  }

  /** Another conversation may have the same ids. */
  #forget(): void {
    this.#shown.clear();
    this.#folded.clear();
  }

  #unfold(id: NodeId): void {
    this.#folded.delete(id);
    this.#closed.delete(id);
  }

  #acknowledge(): void {
    if (this.#seen.marked.size === 0) return;
    this.#seen.acknowledge();
    this.#update();
  }

  #configure(change: vscode.ConfigurationChangeEvent): void {
    if (!change.affectsConfiguration(`${settingsSection}.${costSetting}`)) return;
    this.#showsCost = showsCost();
    this.#fire(undefined);
  }

  #describe(): void {
    const { rows, gate, wait, queue } = this.#options;
    const tree = rows.tree();
    this.#tree.description = progressText(tree);
    this.#tree.message = viewMessage(tree, gate.isPausing, wait.text, queue.text);
    this.#tree.badge = this.#badge(tree);
  }

  #badge({ items }: SessionTree): vscode.ViewBadge | undefined {
    const { count } = this.#seen;
    if (count > 0) {
      const tooltip =
        count === 1
          ? vscode.l10n.t('1 todo changed since you looked; its box is marked')
          : vscode.l10n.t('{0} todos changed since you looked; their boxes are marked', count);
      return { value: count, tooltip };
    }
    const open = items.filter(({ presence, item }) => presence === 'listed' && item.status !== 'completed').length;
    if (this.#options.session.state === 'idle' || open === 0) return undefined;
    return { value: open, tooltip: open === 1 ? vscode.l10n.t('1 open todo') : vscode.l10n.t('{0} open todos', open) };
  }

  /** When VS Code has drawn the rows: what it is asked sooner waits for that, and brings back a view that was left meanwhile. */
  #showNewsSoon(): void {
    this.#showTimer ??= setTimeout(() => {
      this.#showTimer = undefined;
      this.#showNews();
    }, drawMs);
  }

  /**
   * Keeps in sight what is going on, each once: the item that is begun, its work once there is some, however soon the
   * item was done, and a question wherever it hangs.
   */
  #showNews(): void {
    if (!this.#tree.visible) return;
    for (const id of this.#nodes.roots) {
      const node = this.#nodes.byId.get(id);
      const news = node && newsOf(node, this.#nodes, this.#options.session.state);
      if (news === undefined || this.#shown.has(news.key)) continue;
      this.#shown.add(news.key);
      this.#show(this.#folded.has(id) ? { row: id, expand: false } : news);
    }
  }

  #show({ row, expand }: { readonly row: NodeId; readonly expand: boolean }): void {
    this.#tree.reveal(row, { expand, select: false, focus: false }).then(undefined, (error: unknown) => {
      this.#options.log.debug(`Row not shown: ${messageOf(error)}`);
    });
  }
}

/** What is to be seen of a root, under a key of its own. */
interface News {
  readonly key: string;
  readonly row: NodeId;
  /** Whether the row has to be open. */
  readonly expand: boolean;
}

function newsOf(node: AnyNode, { byId }: NodeTree, state: Session['state']): News | undefined {
  if (state === 'idle' || (node.kind !== 'todo' && node.kind !== 'outside')) return undefined;
  const waiting = node.children.find((id) => isWaiting(byId.get(id)));
  if (waiting !== undefined) return { key: waiting, row: waiting, expand: true };
  if (node.kind === 'outside' || node.row.item.status === 'pending') return undefined;
  if (node.children.length > 0) return { key: node.id, row: node.id, expand: true };
  if (node.row.item.status !== 'in_progress') return undefined;
  // Nothing is below it: VS Code would take the row for an open one.
  return { key: `begun ${node.id}`, row: node.id, expand: false };
}

function isWaiting(node: AnyNode | undefined): boolean {
  return node?.kind === 'call' && node.call.state === 'waiting';
}

function showsCost(): boolean {
  return vscode.workspace.getConfiguration(settingsSection).get(costSetting, false);
}
