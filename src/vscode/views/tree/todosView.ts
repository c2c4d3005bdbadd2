import * as vscode from 'vscode';
import type { RootRow } from '../../core/session/rows.ts';
import type { Session } from '../../core/session/sessionState.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Event } from '../../core/util/event.ts';
import type { Logger } from '../../core/util/logger.ts';
import { views } from '../ids.ts';
import { activeRoots, changedRoots, isUrgent, nodeTree } from './todoNodes.ts';
import type { AnyNode, NodeId, NodeTree, TodoNode } from './todoNodes.ts';
import { TodoTreeItems } from './todoTreeItems.ts';

/** Where the tree gets all that it shows. */
export interface RowSource {
  rows(): readonly RootRow[];
  readonly onDidChange: Event<void>;
}

/**
 * VS Code passes a refresh on at once, but holds back any that comes less than 200 ms after another, and begins to
 * count anew with each. So there is never more than one in that time, and rows of calls wait a little: what belongs
 * together goes together, and the way is free when the list itself changes.
 */
const refreshIntervalMs = 205;
const callDelayMs = 100;

/** The tree "Todos": the list with the evidence under each item. */
export class TodosView implements vscode.TreeDataProvider<NodeId>, Disposable {
  readonly #source: RowSource;
  readonly #session: Pick<Session, 'state' | 'onDidChangeState'>;
  readonly #log: Logger;
  readonly #items = new TodoTreeItems();
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new vscode.EventEmitter<NodeId[] | undefined>());
  readonly #tree: vscode.TreeView<NodeId>;
  readonly onDidChangeTreeData = this.#didChange.event;
  /** What VS Code was last told of. */
  #nodes: NodeTree;
  #drawnState: Session['state'];
  #lastRefresh = -Infinity;
  #nextRefresh = Infinity;
  #timer: NodeJS.Timeout | undefined;
  /** Nodes opened once by us; from then on they stay as the person leaves them. */
  readonly #opened = new Set<string>();

  constructor(source: RowSource, session: Pick<Session, 'state' | 'onDidChangeState'>, log: Logger) {
    this.#source = source;
    this.#session = session;
    this.#log = log;
    this.#nodes = nodeTree(source.rows());
    this.#drawnState = session.state;
    this.#tree = vscode.window.createTreeView(views.todos, { treeDataProvider: this, showCollapseAll: true });
    this.#disposables.add(this.#tree);
    this.#disposables.add(source.onDidChange(() => this.#update()));
    this.#disposables.add(session.onDidChangeState(() => this.#update()));
    this.#disposables.add(this.#tree.onDidChangeVisibility(() => this.#openNodes()));
    this.#describe();
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
    return node === undefined ? new vscode.TreeItem('') : this.#items.draw(node, this.#session.state);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  #update(): void {
    const delay = isUrgent(this.#nodes, nodeTree(this.#source.rows())) ? 0 : callDelayMs;
    const now = performance.now();
    const time = Math.max(now + delay, this.#lastRefresh + refreshIntervalMs);
    if (time >= this.#nextRefresh) return;
    this.#nextRefresh = time;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refresh(), time - now);
  }

  #refresh(): void {
    this.#nextRefresh = Infinity;
    const before = this.#nodes;
    this.#nodes = nodeTree(this.#source.rows());
    const isOtherState = this.#drawnState !== this.#session.state;
    this.#drawnState = this.#session.state;
    const changed = changedRoots(before, this.#nodes);
    const active = isOtherState ? activeRoots(this.#nodes) : [];
    if (changed === undefined) this.#fire(undefined);
    else if (changed.length + active.length > 0) this.#fire([...new Set([...changed, ...active])]);
    this.#describe();
    this.#openNodes();
  }

  #fire(ids: NodeId[] | undefined): void {
    this.#lastRefresh = performance.now();
    this.#didChange.fire(ids);
  }

  #describe(): void {
    const todos = this.#roots().filter((node): node is TodoNode => node.kind === 'todo');
    const completed = todos.filter(({ item }) => item.status === 'completed').length;
    const open = todos.length - completed;
    this.#tree.description = todos.length === 0 ? '' : vscode.l10n.t('{0}/{1} completed', completed, todos.length);
    this.#tree.badge =
      this.#session.state === 'idle' || open === 0
        ? undefined
        : {
            value: open,
            tooltip: open === 1 ? vscode.l10n.t('1 open todo') : vscode.l10n.t('{0} open todos', open),
          };
  }

  /** Shows the work of an item once there is some, however soon the item was done, and a question wherever it hangs. */
  #openNodes(): void {
    if (!this.#tree.visible) return;
    for (const node of this.#roots()) {
      const reason = reasonToOpen(node, this.#session.state);
      if (reason === undefined || this.#opened.has(reason)) continue;
      this.#opened.add(reason);
      // VS Code keeps a row closed that had no children when it was first drawn, whatever its item says now.
      this.#tree.reveal(node.id, { expand: true, select: false, focus: false }).then(undefined, (error: unknown) => {
        this.#log.debug(`Row not opened: ${messageOf(error)}`);
      });
    }
  }

  #roots(): AnyNode[] {
    return this.#nodes.roots.flatMap((id) => this.#nodes.byId.get(id) ?? []);
  }
}

function reasonToOpen(node: AnyNode, state: Session['state']): string | undefined {
  if (node.kind === 'todo') {
    const isWorkedOn = state !== 'idle' && node.item.status !== 'pending';
    return isWorkedOn && node.children.length > 0 ? node.id : undefined;
  }
  if (node.kind !== 'outside') return undefined;
  return node.calls.find((call) => call.state === 'waiting')?.callId;
}
