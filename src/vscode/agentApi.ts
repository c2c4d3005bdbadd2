import type { TodoAgentApi } from '../api.ts';
import type { Agent } from './agent.ts';

/** What other extensions get of the agent: to watch, and to add hooks. */
export function apiOf(agent: Agent): TodoAgentApi {
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
