import type { AgentEvent, RunOutcome, TimedEvent } from '../../../../src/core/agent/agentEvents.ts';
import type { Steer, SteerEvent } from '../../../../src/core/agent/steerEvents.ts';
import { tokenUsage } from '../../../../src/core/model/tokenUsage.ts';
import type { ToolEvidence } from '../../../../src/core/tools/tool.ts';
import { SessionRows } from '../../../../src/core/session/rows/sessionRows.ts';
import type { ItemRow, SessionTree } from '../../../../src/core/session/rows/rows.ts';
import type { TodoChange } from '../../../../src/core/todos/todoEdit.ts';
import { Emitter } from '../../../../src/core/util/event.ts';
import { entriesOf } from '../todos/todoLists.ts';

/** Short words for the events of a session. */
export const log = {
  start: (): AgentEvent => ({ kind: 'runStarted', prompt: 'Do it', model: 'claude-sonnet-4-5' }),
  end: (kind: RunOutcome['kind'] = 'completed', reason?: string): AgentEvent => ({
    kind: 'runFinished',
    outcome: { kind, rounds: 1, sessionId: 's', ...(reason === undefined ? {} : { reason }) },
  }),
  /** Items like `[x] text`; the id is the first letter of the text, or what stands before a colon. */
  list: (by: 'model' | 'user', ...items: readonly string[]): AgentEvent => ({
    kind: 'todosChanged',
    by,
    items: entriesOf(items).map(({ content, status }) => {
      const [id, text] = content.includes(':') ? content.split(':') : [content.charAt(0), content];
      return { id: id ?? '', content: text ?? '', status };
    }),
  }),
  call: (callId: string, name = 'bash', title = 'npm test'): AgentEvent => ({
    kind: 'toolStarted',
    callId,
    name,
    claudeName: undefined,
    access: 'execute',
    title,
    input: { title },
  }),
  done: (
    callId: string,
    outcome: 'ok' | 'error' | 'denied' | 'forbidden' | 'cancelled' = 'ok',
    more: { readonly output?: string; readonly evidence?: ToolEvidence } = {},
  ): AgentEvent => ({ kind: 'toolFinished', callId, name: 'bash', outcome, output: 'done', durationMs: 5, ...more }),
  request: (): AgentEvent => ({ kind: 'requestStarted', messageCount: 1 }),
  round: (): AgentEvent => ({
    kind: 'roundFinished',
    round: 1,
    usedTodo: false,
    reached: 0,
    reminded: false,
    counter: 0,
  }),
  answer: (tokens = 0, model?: string): AgentEvent => ({
    kind: 'answered',
    stopReason: 'tool_use',
    usage: tokenUsage(tokens, 0),
    ...(model === undefined ? {} : { model }),
  }),
  ask: (callId: string): AgentEvent => ({
    kind: 'approvalAsked',
    request: {
      callId,
      toolName: 'bash',
      claudeName: 'Bash',
      access: 'execute',
      subject: { title: 'npm test', paths: [] },
      input: {},
      reason: { kind: 'default', access: 'execute' },
      canRemember: true,
    },
  }),
  allow: (callId: string): AgentEvent => ({
    kind: 'approvalAnswered',
    callId,
    answer: { kind: 'allow', remember: 'once' },
  }),
  steer: (id: number, what: Steer): AgentEvent => ({ kind: 'steered', id, what }),
  edit: (id: number, change: TodoChange): AgentEvent => log.steer(id, { kind: 'edit', edit: { ...change, id } }),
};

export function at(time: number, event: AgentEvent): TimedEvent {
  return { ...event, at: time };
}

export function treeOf(...events: readonly AgentEvent[]): SessionTree {
  const rows = new SessionRows();
  for (const event of events) rows.apply(event);
  return rows.tree();
}

export function rowOf(tree: SessionTree, id: string): ItemRow {
  const row = [...tree.items, ...tree.earlier].find(({ item }) => item.id === id);
  if (row === undefined) throw new Error(`No row ${id}`);
  return row;
}

/** A log in place of a session: what is recorded is told at once. */
export class FakeLog {
  readonly #emitted = new Emitter<AgentEvent>();
  readonly #reset = new Emitter<void>();
  readonly onDidEmit = this.#emitted.event;
  readonly onDidReset = this.#reset.event;
  readonly recorded: SteerEvent[] = [];
  stops = 0;

  record(event: SteerEvent): void {
    this.recorded.push(event);
    this.emit(event);
  }

  emit(...events: readonly AgentEvent[]): void {
    for (const event of events) this.#emitted.fire(event);
  }

  reset(): void {
    this.#reset.fire();
  }

  stop(): void {
    this.stops += 1;
  }
}
