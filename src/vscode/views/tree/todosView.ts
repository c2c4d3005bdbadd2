import * as vscode from 'vscode';
import { SeenItems } from '../../../core/session/rows/seenItems.ts';
import type { Grant } from '../../../core/permissions/sessionGrants.ts';
import type { SessionTree } from '../../../core/session/rows/rows.ts';
import type { Session } from '../../../core/session/sessionState.ts';
import { DisposableStore } from '../../../core/util/disposable.ts';
import type { Disposable } from '../../../core/util/disposable.ts';
import type { Event } from '../../../core/util/event.ts';
import type { Logger } from '../../../core/util/logger.ts';
import { settingsSection, views } from '../../ids.ts';
import { ItemDecorations } from './itemDecorations.ts';
import { activeRoots, changedRoots, urgencyOf, type Urgency } from './nodeChanges.ts';
import { TodoDragAndDrop, type MoveItem } from './todoDragAndDrop.ts';
import type { ItemUndo } from './itemTreeItem.ts';
import { nodeTree } from './todoNodes.ts';
import { RowsInSight } from './rowsInSight.ts';
import type { NodeId, NodeTree } from './todoNodes.ts';
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
  readonly #sight: RowsInSight;

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
    this.#sight = this.#disposables.add(new RowsInSight(this.#tree, options.log));
    this.#disposables.add(this.#tree);
    this.#disposables.add(vscode.window.registerFileDecorationProvider(new ItemDecorations()));
    this.#disposables.add(options.rows.onDidChange(() => this.#update()));
    this.#disposables.add(options.grants.onDidChange(() => this.#update()));
    this.#disposables.add(options.session.onDidChangeState((state) => this.#follow(state)));
    this.#disposables.add(options.session.onDidReset(() => this.#sight.forget()));
    if (options.undo !== undefined) this.#disposables.add(options.undo.onDidChange(() => this.#updateUndo()));
    this.#disposables.add(options.gate.onDidChange(() => this.#describe()));
    this.#disposables.add(options.queue.onDidChange(() => this.#describe()));
    this.#disposables.add(options.wait.onDidChange(() => this.#describe()));
    this.#disposables.add(this.#tree.onDidChangeVisibility(({ visible }) => this.#showOrHide(visible)));
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
    this.#sight.drawn(id, item);
    return item;
  }

  dispose(): void {
    clearTimeout(this.#timer);
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
    this.#sight.show(() => (this.#options.session.state === 'idle' ? undefined : this.#nodes));
  }

  #fire(ids: NodeId[] | undefined): void {
    this.#lastRefresh = performance.now();
    this.#didChange.fire(ids);
  }

  #showOrHide(isVisible: boolean): void {
    this.#seen.setVisible(isVisible);
    this.#update();
    this.#describe();
    this.#sight.show(() => (this.#options.session.state === 'idle' ? undefined : this.#nodes));
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
}

function showsCost(): boolean {
  return vscode.workspace.getConfiguration(settingsSection).get(costSetting, false);
}
