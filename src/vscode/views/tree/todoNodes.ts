import type {
  CallRow,
  FoundProblems,
  ItemRow,
  SessionTree,
  SteerRow,
  WorkOutside,
} from '../../../core/session/rows/rows.ts';
import type { Grant } from '../../../core/permissions/sessionGrants.ts';
import type { FileChange } from '../../../core/tools/tool.ts';

/** An element of the tree. A plain string, so that VS Code knows a node again after every change. */
export type NodeId = string;

interface NodePlace {
  readonly id: NodeId;
  readonly parent: NodeId | undefined;
  readonly children: readonly NodeId[];
}

/** An item, on the list or off it: `row.presence` says which. */
export interface TodoNode extends NodePlace {
  readonly kind: 'todo';
  readonly row: ItemRow;
  readonly grants: readonly Grant[];
  /** Changed while nobody looked. */
  readonly isMarked: boolean;
  /** From 1, among those on the list; 0 for an item that isn't. */
  readonly position: number;
  readonly total: number;
}

export interface OutsideNode extends NodePlace {
  readonly kind: 'outside';
  readonly row: WorkOutside;
}

/** Finished plans, and removed items with work under them. */
export interface EarlierNode extends NodePlace {
  readonly kind: 'earlier';
}

/** What the person said to the agent while it works. */
export interface MessagesNode extends NodePlace {
  readonly kind: 'messages';
  readonly rows: readonly SteerRow[];
}

export interface MessageNode extends NodePlace {
  readonly kind: 'message';
  readonly row: SteerRow;
  readonly text: string;
}

/** Several finished reads and searches, folded. */
export interface ReadsNode extends NodePlace {
  readonly kind: 'reads';
  readonly calls: readonly CallRow[];
}

export interface CallNode extends NodePlace {
  readonly kind: 'call';
  readonly call: CallRow;
  /** A call that changed files has one node for each of them. */
  readonly change?: FileChange;
}

/** What the editor reports of a file since a call changed it. */
export interface ProblemsNode extends NodePlace {
  readonly kind: 'problems';
  readonly found: FoundProblems;
}

/** What the person allowed for as long as the item is worked on. */
export interface GrantNode extends NodePlace {
  readonly kind: 'grant';
  readonly grant: Grant;
}

export type AnyNode =
  TodoNode | OutsideNode | EarlierNode | MessagesNode | MessageNode | ReadsNode | CallNode | ProblemsNode | GrantNode;

/** What the tree shows, as looked up by VS Code. */
export interface NodeTree {
  readonly roots: readonly NodeId[];
  readonly byId: ReadonlyMap<NodeId, AnyNode>;
}

const todoPrefix = 'todo:';
const grantPrefix = 'grant:';

/** The call behind an element that VS Code hands to a menu's command; undefined for any other argument. */
export function callIdOf(element: unknown): string | undefined {
  return typeof element === 'string' ? /^call(?:#\d+)?:(.*)$/su.exec(element)?.[1] : undefined;
}

/** The item behind an element, likewise. */
export function itemIdOf(element: unknown): string | undefined {
  return typeof element === 'string' && element.startsWith(todoPrefix) ? element.slice(todoPrefix.length) : undefined;
}

/** The grant behind an element, likewise. */
export function grantIdOf(element: unknown): string | undefined {
  return typeof element === 'string' && element.startsWith(grantPrefix) ? element.slice(grantPrefix.length) : undefined;
}

/**
 * The list first, in its order; then what left it, work outside of it, what the person said, and what was before.
 * @param marked ids of the items that changed while nobody looked.
 */
export function nodeTree(
  tree: SessionTree,
  marked: ReadonlySet<string> = new Set(),
  grants: readonly Grant[] = [],
): NodeTree {
  const builder = new TreeBuilder(marked, grants);
  const listed = tree.items.filter(({ presence }) => presence === 'listed');
  const gone = tree.items.filter(({ presence }) => presence !== 'listed');
  const roots = [
    ...listed.map((row, index) => builder.addTodo(row, undefined, [index + 1, listed.length])),
    ...gone.map((row) => builder.addTodo(row, undefined)),
    ...(tree.outside === undefined ? [] : [builder.addOutside(tree.outside)]),
    ...builder.addMessages(tree.steering),
    ...(tree.earlier.length === 0 ? [] : [builder.addEarlier(tree.earlier)]),
  ];
  return { roots, byId: builder.byId };
}

class TreeBuilder {
  readonly byId = new Map<NodeId, AnyNode>();
  readonly #marked: ReadonlySet<string>;
  readonly #grants: readonly Grant[];

  constructor(marked: ReadonlySet<string>, grants: readonly Grant[]) {
    this.#marked = marked;
    this.#grants = grants;
  }

  addTodo(row: ItemRow, parent: NodeId | undefined, [position, total] = [0, 0]): NodeId {
    const id = todoPrefix + row.item.id;
    const grants = this.#grants.filter(({ scope }) => scope !== 'session' && scope.item === row.item.id);
    const children = [...this.#addGrants(grants, id), ...this.#addCalls(row.calls, id)];
    const isMarked = this.#marked.has(row.item.id);
    return this.#add({ kind: 'todo', id, parent, children, row, grants, isMarked, position, total });
  }

  addOutside(row: WorkOutside): NodeId {
    const id = 'outside';
    return this.#add({ kind: 'outside', id, parent: undefined, children: this.#addCalls(row.calls, id), row });
  }

  addEarlier(rows: readonly ItemRow[]): NodeId {
    const id = 'earlier';
    return this.#add({ kind: 'earlier', id, parent: undefined, children: rows.map((row) => this.addTodo(row, id)) });
  }

  /** None without messages. */
  addMessages(steering: readonly SteerRow[]): readonly NodeId[] {
    const id = 'messages';
    const rows = steering.filter(({ what }) => what.kind === 'message');
    if (rows.length === 0) return [];
    const children = rows.flatMap((row): readonly NodeId[] => {
      if (row.what.kind !== 'message') return [];
      const { text } = row.what;
      return [this.#add({ kind: 'message', id: `message:${row.id}`, parent: id, children: [], row, text })];
    });
    return [this.#add({ kind: 'messages', id, parent: undefined, children, rows })];
  }

  #addGrants(grants: readonly Grant[], parent: NodeId): readonly NodeId[] {
    return grants.map((grant) => this.#add({ kind: 'grant', id: grantPrefix + grant.id, parent, children: [], grant }));
  }

  /** In the order of the calls; two and more finished reads stand together where the first one was. */
  #addCalls(calls: readonly CallRow[], root: NodeId): readonly NodeId[] {
    const reads = calls.filter(isFinishedRead);
    const folded = new Set(reads.length > 1 ? reads : []);
    const children: NodeId[] = [];
    for (const call of calls) {
      if (!folded.has(call)) children.push(...this.#addCall(call, root));
      else if (call === reads[0]) {
        const id = `reads:${root}`;
        const readIds = reads.flatMap((read) => this.#addCall(read, id));
        children.push(this.#add({ kind: 'reads', id, parent: root, children: readIds, calls: reads }));
      }
    }
    return children;
  }

  #addCall(call: CallRow, parent: NodeId): readonly NodeId[] {
    const id = nodeIdOf(call);
    const changes = call.evidence?.kind === 'files' ? call.evidence.changes : [];
    const place = { kind: 'call', parent, children: [], call } as const;
    const rows =
      changes.length === 0
        ? [this.#add({ ...place, id })]
        : changes.map((change, index) =>
            this.#add({ ...place, id: index === 0 ? id : `change${index}:${id}`, change }),
          );
    const problems = (call.problems ?? [])
      .filter(({ count }) => count > 0)
      .map((found, index) =>
        this.#add({ kind: 'problems', id: `problems${index}:${id}`, parent, children: [], found }),
      );
    return [...rows, ...problems];
  }

  #add(node: AnyNode): NodeId {
    this.byId.set(node.id, node);
    return node.id;
  }
}

/** Every use of a call id has a node of its own: VS Code shows no tree at all when an id comes twice. */
function nodeIdOf({ callId, key = callId }: CallRow): NodeId {
  return `call${key.slice(callId.length)}:${callId}`;
}

function isFinishedRead(call: CallRow): boolean {
  return call.access === 'read' && call.state === 'ok';
}
