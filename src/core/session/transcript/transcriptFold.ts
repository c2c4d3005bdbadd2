import type { AgentEvent } from '../../agent/agentEvents.ts';
import type { Message } from '../../model/messages.ts';
import { leftOpen } from '../../todos/leftOpen.ts';
import type { TodoItem } from '../../todos/todoItem.ts';
import type { CallRow } from '../rows/rows.ts';
import type { CallEntry, Happening, SaidEntry, TranscriptChange, TranscriptEntry } from './transcriptEntries.ts';
import { todoDifferences } from './transcriptTodos.ts';

type Changes = readonly TranscriptChange[];

/** What an entry is made of, before it has its id. */
type Draft<Entry> = Entry extends unknown ? Omit<Entry, 'id'> : never;

/**
 * Folds the events of a session into the entries of its transcript, at the same cost for each event however long the
 * session has become. Kept events, without the streaming ones, give the same entries as the live ones.
 */
export class TranscriptFold {
  /** In order: an entry that changes keeps its place. */
  readonly #entries = new Map<number, TranscriptEntry>();
  /** Of calls with the same id the one that started last. */
  readonly #calls = new Map<string, number>();
  readonly #openCalls = new Set<number>();
  /** Words that have come in since the request; they count once their message is complete. */
  #unconfirmed: readonly number[] = [];
  /** What is true until the next event only. */
  #passing: readonly number[] = [];
  #items: readonly TodoItem[] = [];
  /** The last event told what the person did to the list: the list as it is then comes next. */
  #isEdit = false;
  #prompt: string | undefined;
  #lastId = 0;

  get entries(): Iterable<TranscriptEntry> {
    return this.#entries.values();
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** What isn't in the kept events yet, or never will be. */
  get underWay(): readonly TranscriptEntry[] {
    return [...this.#unconfirmed, ...this.#passing].flatMap((id) => this.#entries.get(id) ?? []);
  }

  entry(id: number): TranscriptEntry | undefined {
    return this.#entries.get(id);
  }

  apply(event: AgentEvent): Changes {
    const changes = [...this.#dropPassing(), ...this.#apply(event)];
    this.#isEdit = event.kind === 'steered' && event.what.kind === 'edit';
    return changes;
  }

  #apply(event: AgentEvent): Changes {
    switch (event.kind) {
      case 'text':
        return this.#say('agent', event.delta);
      case 'thinking':
        return this.#say('thinking', event.delta);
      case 'requestStarted':
        return this.#dropUnconfirmed();
      case 'retry':
        return [...this.#dropUnconfirmed(), ...this.#happen(event)];
      case 'messageAdded':
        return this.#message(event.message);
      case 'runStarted':
        this.#prompt = event.prompt;
        return [...this.#settle(event), ...this.#happen(event)];
      case 'runFinished':
        return [...this.#confirm(), ...this.#settle(event), ...this.#happen(event)];
      case 'answered':
        return isEverydayStop(event.stopReason) ? [] : this.#happen(event);
      case 'roundFinished':
        return event.reminded ? this.#happen(event) : [];
      case 'todosChanged':
        return this.#todos(event);
      case 'notResponding': {
        const changes = this.#happen(event);
        this.#passing = [this.#lastId];
        return changes;
      }
      case 'notice':
      case 'steered':
      case 'paused':
      case 'resumed':
        return this.#happen(event);
      case 'toolStarted':
      case 'approvalAsked':
      case 'approvalAnswered':
      case 'problemsFound':
      case 'toolFinished':
        return this.#call(event);
      case 'toolProgress':
      case 'historyReplaced':
      case 'steeringSent':
      case 'stopPointsChanged':
        return [];
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#calls.clear();
    this.#openCalls.clear();
    this.#unconfirmed = [];
    this.#passing = [];
    this.#items = [];
    this.#isEdit = false;
    this.#prompt = undefined;
    this.#lastId = 0;
  }

  #add(draft: Draft<TranscriptEntry>): TranscriptChange {
    this.#lastId += 1;
    const entry = { ...draft, id: this.#lastId };
    this.#entries.set(entry.id, entry);
    return { kind: 'added', entry };
  }

  #happen(event: Happening): Changes {
    const left = event.kind === 'runFinished' ? leftOpen(this.#items) : undefined;
    return [this.#add({ kind: 'happening', event, ...(left === undefined ? {} : { left }) })];
  }

  #say(by: SaidEntry['by'], delta: string): Changes {
    const last = this.#said(this.#unconfirmed.at(-1));
    if (last?.by === by) {
      // A line break may be cut between two deltas.
      const more = last.text.endsWith('\r') && delta.startsWith('\n') ? delta.slice(1) : delta;
      const entry = { ...last, text: last.text + more };
      this.#entries.set(entry.id, entry);
      return [{ kind: 'grown', entry, delta: more }];
    }
    const ended = last === undefined ? [] : [this.#end(last)];
    const added = this.#add({ kind: 'said', by, text: delta, isStreaming: true });
    this.#unconfirmed = [...this.#unconfirmed, this.#lastId];
    return [...ended, added];
  }

  #message(message: Message): Changes {
    if (message.role === 'assistant') {
      // What was streamed is there already.
      if (this.#unconfirmed.length > 0) return this.#confirm();
      return wordsOf(message).map(({ by, text }) => this.#add({ kind: 'said', by, text, isStreaming: false }));
    }
    const texts = wordsOf(message).filter(({ text }) => text !== this.#prompt);
    return texts.map(({ text }) => this.#add({ kind: 'toModel', text }));
  }

  #dropPassing(): Changes {
    const passing = this.#passing.flatMap((id) => this.#entries.get(id) ?? []);
    this.#passing = [];
    for (const { id } of passing) this.#entries.delete(id);
    return passing.map((entry) => ({ kind: 'removed', entry }));
  }

  #confirm(): Changes {
    const last = this.#said(this.#unconfirmed.at(-1));
    this.#unconfirmed = [];
    return last?.isStreaming === true ? [this.#end(last)] : [];
  }

  #dropUnconfirmed(): Changes {
    const dropped = this.#unconfirmed.map((id) => this.#said(id)).filter((entry) => entry !== undefined);
    this.#unconfirmed = [];
    for (const { id } of dropped) this.#entries.delete(id);
    return dropped.map((entry) => ({ kind: 'removed', entry }));
  }

  #end(entry: SaidEntry): TranscriptChange {
    const ended = { ...entry, isStreaming: false };
    this.#entries.set(ended.id, ended);
    return { kind: 'ended', entry: ended };
  }

  #said(id: number | undefined): SaidEntry | undefined {
    const entry = id === undefined ? undefined : this.#entries.get(id);
    return entry?.kind === 'said' ? entry : undefined;
  }

  #todos({ items, by }: Extract<AgentEvent, { kind: 'todosChanged' }>): Changes {
    // An edit has an entry of its own, in better words.
    const isTold = by === 'user' && this.#isEdit;
    const differences = isTold ? [] : todoDifferences(this.#items, items);
    this.#items = items;
    return [this.#add({ kind: 'todos', items, by, differences })];
  }

  #call(event: CallEvent): Changes {
    if (event.kind === 'toolStarted') return [this.#startCall(event)];
    const callId = event.kind === 'approvalAsked' ? event.request.callId : event.callId;
    return this.#changeCall(this.#calls.get(callId), event, (entry) => changedCall(entry, event));
  }

  #startCall({ callId, name, access, title, input }: Extract<AgentEvent, { kind: 'toolStarted' }>): TranscriptChange {
    const call: CallRow = { kind: 'call', callId, name, access, title, state: 'running' };
    const added = this.#add({ kind: 'call', call, input });
    this.#calls.set(callId, this.#lastId);
    this.#openCalls.add(this.#lastId);
    return added;
  }

  #changeCall(id: number | undefined, cause: AgentEvent, change: (entry: CallEntry) => CallEntry): Changes {
    const entry = id === undefined ? undefined : this.#entries.get(id);
    if (entry?.kind !== 'call') return [];
    const changed = change(entry);
    this.#entries.set(changed.id, changed);
    if (changed.call.state !== 'running' && changed.call.state !== 'waiting') this.#openCalls.delete(changed.id);
    return [{ kind: 'changed', entry: changed, cause }];
  }

  /** Nothing goes on between runs, whatever a run that broke off left behind. */
  #settle(cause: AgentEvent): Changes {
    return [...this.#openCalls].flatMap((id) =>
      this.#changeCall(id, cause, (entry) => ({ ...entry, call: { ...entry.call, state: 'cancelled' } })),
    );
  }
}

type CallEvent = Extract<
  AgentEvent,
  { kind: 'toolStarted' | 'approvalAsked' | 'approvalAnswered' | 'problemsFound' | 'toolFinished' }
>;

function changedCall(entry: CallEntry, event: Exclude<CallEvent, { kind: 'toolStarted' }>): CallEntry {
  const { call } = entry;
  switch (event.kind) {
    case 'approvalAsked':
      return { ...entry, call: { ...call, state: 'waiting' } };
    case 'approvalAnswered':
      return { ...entry, call: { ...call, state: 'running' }, answer: event.answer };
    case 'problemsFound': {
      const { path, count, messages } = event;
      const others = (call.problems ?? []).filter((known) => known.path !== path);
      return { ...entry, call: { ...call, problems: [...others, { path, count, messages }] } };
    }
    case 'toolFinished': {
      const { outcome, output, durationMs, evidence, refusedBy } = event;
      const result = {
        state: outcome,
        output,
        durationMs,
        ...(evidence === undefined ? {} : { evidence }),
        ...(refusedBy === undefined ? {} : { refusedBy }),
      };
      return { ...entry, call: { ...call, ...result } };
    }
  }
}

function isEverydayStop(stopReason: string | null): boolean {
  return stopReason === 'end_turn' || stopReason === 'tool_use' || stopReason === null;
}

/** A message's texts; neighbours by the same voice are one, as they are when they stream in. */
function wordsOf({ role, content }: Message): readonly Pick<SaidEntry, 'by' | 'text'>[] {
  if (typeof content === 'string') return [{ by: 'agent', text: content }];
  const words: Pick<SaidEntry, 'by' | 'text'>[] = [];
  for (const block of content) {
    if (block.type !== 'text' && block.type !== 'thinking') continue;
    const by = block.type === 'text' ? 'agent' : 'thinking';
    const text = block.type === 'text' ? block.text : block.thinking;
    const last = words.at(-1);
    if (role === 'assistant' && last?.by === by) words.splice(-1, 1, { by, text: last.text + text });
    else words.push({ by, text });
  }
  return words;
}
