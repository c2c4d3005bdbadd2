import type { HookRegistry } from './core/hooks/hookRegistry.ts';
import type { AgentSession } from './core/session/agentSession.ts';
import type { TodoManager } from './core/todos/todoManager.ts';
import type { AgentEvent } from './core/agent/agentEvents.ts';
import type { HookHandler, HookName } from './core/hooks/hookTypes.ts';
import type { SessionState } from './core/session/sessionState.ts';
import type { TodoItem } from './core/todos/todoItem.ts';

/** As VS Code's: undo the subscription by `dispose`. */
interface Disposable {
  dispose(): void;
}

/**
 * What `activate` returns: `vscode.extensions.getExtension('todo-agent.todo-agent')?.activate()`. For other extensions
 * that watch the list or add hooks.
 */
export interface TodoAgentApi {
  readonly todos: {
    /** The list as the tree shows it. */
    readonly items: readonly TodoItem[];
    /** Fires after each change, with the new list. */
    onDidChange(listener: (items: readonly TodoItem[]) => void): Disposable;
  };
  readonly session: {
    readonly state: SessionState;
    onDidChangeState(listener: (state: SessionState) => void): Disposable;
    /** All that happens in a run, in order; streaming text included. */
    onDidEmit(listener: (event: AgentEvent) => void): Disposable;
  };
  readonly hooks: {
    /**
     * Adds a handler for UserPromptSubmit, PreToolUse, PostToolUse or Stop; any other event throws. Handlers are asked
     * one after the other, before the built-in ones. A PreToolUse handler that throws blocks the call.
     */
    on<N extends HookName>(event: N, handler: HookHandler<N>): Disposable;
  };
}

export type { AgentEvent, HookHandler, HookName, SessionState, TodoItem };

/** The parts of the agent that the API shows. */
interface ApiSource {
  readonly todos: Pick<TodoManager, 'items' | 'onDidChange'>;
  readonly session: Pick<AgentSession, 'state' | 'onDidChangeState' | 'onDidEmit'>;
  readonly hooks: Pick<HookRegistry, 'on'>;
}

/** What other extensions get of the agent: to watch, and to add hooks. */
export function apiOf(agent: ApiSource): TodoAgentApi {
  return {
    todos: {
      get items() {
        return agent.todos.items;
      },
      onDidChange: (listener) => agent.todos.onDidChange(listener),
    },
    session: {
      get state() {
        return agent.session.state;
      },
      onDidChangeState: (listener) => agent.session.onDidChangeState(listener),
      onDidEmit: (listener) => agent.session.onDidEmit(listener),
    },
    hooks: { on: (event, handler) => agent.hooks.on(event, handler) },
  };
}
