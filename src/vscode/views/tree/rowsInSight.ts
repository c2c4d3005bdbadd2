import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/util/disposable.ts';
import { messageOf } from '../../../core/util/errors.ts';
import type { Logger } from '../../../core/util/logger.ts';
import type { AnyNode, NodeId, NodeTree } from './todoNodes.ts';

/** What VS Code takes to draw a refresh, with some to spare. */
const drawMs = 100;

/** What is to be seen of a root, under a key of its own. */
interface News {
  readonly key: string;
  readonly row: NodeId;
  /** Whether the row has to be open. */
  readonly expand: boolean;
}

/**
 * Keeps in sight what is going on, each once: the item that is begun, its work once there is some, however soon the
 * item was done, and a question wherever it hangs. From then on a row stays as the person leaves it.
 */
export class RowsInSight implements Disposable {
  readonly #tree: vscode.TreeView<NodeId>;
  readonly #log: Logger;
  readonly #disposables = new DisposableStore();
  readonly #shown = new Set<string>();
  /** Rows that VS Code has drawn closed: it keeps them so, whatever their items say later. */
  readonly #closed = new Set<NodeId>();
  /** Rows that the person closed. */
  readonly #folded = new Set<NodeId>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tree: vscode.TreeView<NodeId>, log: Logger) {
    this.#tree = tree;
    this.#log = log;
    this.#disposables.add(tree.onDidCollapseElement(({ element }) => this.#fold(element)));
    this.#disposables.add(tree.onDidExpandElement(({ element }) => this.#unfold(element)));
  }

  /** VS Code has been given this item for a row. */
  drawn(id: NodeId, { collapsibleState }: vscode.TreeItem): void {
    if (collapsibleState !== vscode.TreeItemCollapsibleState.Expanded) this.#closed.add(id);
  }

  /**
   * Shows the news once VS Code has drawn the rows: what it is asked sooner waits for that, and brings back a view that
   * was left meanwhile. @param nodes the rows by then; undefined while nothing goes on.
   */
  show(nodes: () => NodeTree | undefined): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const tree = nodes();
      if (tree !== undefined && this.#tree.visible) this.#showNews(tree);
    }, drawMs);
  }

  /** Another conversation may have the same ids. */
  forget(): void {
    this.#shown.clear();
    this.#closed.clear();
    this.#folded.clear();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  /** VS Code tells it too of a row that was drawn closed and has got something below it. */
  #fold(id: NodeId): void {
    if (!this.#closed.has(id)) this.#folded.add(id);
  }

  #unfold(id: NodeId): void {
    this.#folded.delete(id);
    this.#closed.delete(id);
  }

  #showNews({ roots, byId }: NodeTree): void {
    for (const id of roots) {
      const news = newsOf(byId.get(id), byId);
      if (news === undefined || this.#shown.has(news.key)) continue;
      this.#shown.add(news.key);
      this.#reveal(this.#folded.has(id) ? { row: id, expand: false } : news);
    }
  }

  #reveal({ row, expand }: { readonly row: NodeId; readonly expand: boolean }): void {
    this.#tree.reveal(row, { expand, select: false, focus: false }).then(undefined, (error: unknown) => {
      this.#log.debug(`Row not shown: ${messageOf(error)}`);
    });
  }
}

function newsOf(node: AnyNode | undefined, byId: NodeTree['byId']): News | undefined {
  if (node?.kind !== 'todo' && node?.kind !== 'outside') return undefined;
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
