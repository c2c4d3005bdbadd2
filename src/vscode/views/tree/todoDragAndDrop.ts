import * as vscode from 'vscode';
import { views } from '../../ids.ts';
import { itemIdOf } from './todoNodes.ts';
import type { NodeId, NodeTree } from './todoNodes.ts';

/** `index` counts in the list without the item. */
export type MoveItem = (itemId: string, index: number) => unknown;

const mimeType = `application/vnd.code.tree.${views.todos.toLowerCase()}`;

/** Dragging an item of the list to another place in it. Nothing else can be dragged, and nothing comes from outside. */
export class TodoDragAndDrop implements vscode.TreeDragAndDropController<NodeId> {
  readonly dragMimeTypes = [];
  readonly dropMimeTypes = [mimeType];
  readonly #nodes: () => NodeTree;
  readonly #move: MoveItem;

  constructor(nodes: () => NodeTree, move: MoveItem) {
    this.#nodes = nodes;
    this.#move = move;
  }

  handleDrag(source: readonly NodeId[], data: vscode.DataTransfer): void {
    const [id] = source;
    if (id !== undefined && this.#placeOf(id) !== undefined) data.set(mimeType, new vscode.DataTransferItem(id));
  }

  handleDrop(target: NodeId | undefined, data: vscode.DataTransfer): void {
    const id: unknown = data.get(mimeType)?.value;
    const itemId = itemIdOf(id);
    if (itemId === undefined) return;
    // Onto the work of an item means onto the item; below or beside the list means its end.
    const place = target === undefined ? undefined : this.#placeOf(this.#rootOf(target));
    this.#move(itemId, place ?? Infinity);
  }

  /** From 0; undefined for what isn't on the list. */
  #placeOf(id: NodeId): number | undefined {
    const node = this.#nodes().byId.get(id);
    return node?.kind === 'todo' && node.position > 0 ? node.position - 1 : undefined;
  }

  #rootOf(id: NodeId): NodeId {
    const parent = this.#nodes().byId.get(id)?.parent;
    return parent === undefined ? id : this.#rootOf(parent);
  }
}
