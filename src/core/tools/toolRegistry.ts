import type { ToolDefinition } from '../model/messages.ts';
import type { Disposable } from '../util/disposable.ts';
import type { Tool } from './tool.ts';

/** The order in which tools are offered, whatever the order they were registered in: it is part of the cached request. */
const ORDER = ['bash', 'read_file', 'write_file', 'edit_file', 'glob', 'grep', 'todo_write'];

/** The tools of this host. A `Map`, so that no name of JavaScript's own (`constructor`) is a tool. */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();

  /** Throws when the name is taken. Disposing takes the tool away again. */
  register<Input>(tool: Tool<Input>): Disposable {
    const { name } = tool.definition;
    if (this.#tools.has(name)) throw new Error(`There is already a tool named ${name}.`);
    // Each tool gets back only what its own parse returned, so the registry need not know Input.
    const untyped = tool as Tool;
    this.#tools.set(name, untyped);
    return {
      dispose: () => {
        if (this.#tools.get(name) === untyped) this.#tools.delete(name);
      },
    };
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /** All names, in the order of the definitions. */
  get names(): readonly string[] {
    return [...this.#tools.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  }

  /** What a request offers: of the tools named (all by default), always in the same order and the same bytes. */
  definitions(enabled: readonly string[] = this.names): ToolDefinition[] {
    return this.names.filter((name) => enabled.includes(name)).flatMap((name) => this.get(name)?.definition ?? []);
  }
}

/** Tools of others come behind ours, by name. */
function rank(name: string): number {
  const index = ORDER.indexOf(name);
  return index < 0 ? ORDER.length : index;
}
