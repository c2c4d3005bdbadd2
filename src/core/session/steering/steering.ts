import type { AgentEvent } from '../../agent/agentEvents.ts';
import type { Steer, SteerEvent } from '../../agent/steerEvents.ts';
import type { Message } from '../../model/messages.ts';
import type { TodoEdit } from '../../todos/todoEdit.ts';
import type { Disposable } from '../../util/disposable.ts';
import { DisposableStore } from '../../util/disposable.ts';
import type { Event } from '../../util/event.ts';
import { SteerFold } from './steerFold.ts';
import { isToldIn, steeringNote, textsOf } from './steeringNote.ts';

/** The list as steering needs it; `TodoManager` is the one implementation. */
export interface SteeredList {
  readonly onDidEdit: Event<TodoEdit>;
  acknowledge(editId: number): void;
  render(): string;
}

/** The log as steering needs it; `AgentSession` is the one implementation. */
export interface SteeringLog {
  readonly onDidEmit: Event<AgentEvent>;
  readonly onDidReset: Event<void>;
  record(event: SteerEvent): void;
}

interface Item {
  readonly id: number;
  readonly what: Steer;
  /** `taken`: handed out, but not in the history yet. */
  state: 'pending' | 'taken' | 'sent';
  /** The text it was handed out with. */
  note: string;
}

/**
 * What the person says and does to the list. It reaches the model with the next tool results, at the tail, so that the
 * cached prefix stays as it is; what no round took along is for whoever starts the next run (`take`). An edit is told
 * to the list as seen when the model answers a request that held it: until then it stands against every rewrite.
 */
export class Steering {
  #items: Item[] = [];
  #lastId = 0;
  #list: SteeredList | undefined;
  #log: SteeringLog | undefined;

  /** From now on edits of the list go along, and how far everything has come is told to the log. */
  attach(list: SteeredList, log: SteeringLog): Disposable {
    this.#list = list;
    this.#log = log;
    const store = new DisposableStore();
    store.add(list.onDidEdit((edit) => this.#add({ kind: 'edit', edit })));
    store.add(log.onDidEmit((event) => this.#watch(event)));
    store.add(log.onDidReset(() => (this.#items = [])));
    return store;
  }

  add(text: string): void {
    this.#add({ kind: 'message', text });
  }

  /** Takes up a session from before: what no message took along is still on its way. */
  resume(events: readonly AgentEvent[]): void {
    const fold = new SteerFold();
    for (const event of events) fold.apply(event);
    this.#lastId = Math.max(this.#lastId, ...events.flatMap((event) => (event.kind === 'steered' ? [event.id] : [])));
    this.#items = fold.rows.flatMap(({ id, what, state }) => (state === 'seen' ? [] : [{ id, what, state, note: '' }]));
  }

  reset(): void {
    // What was said outlives the start of a run: it may have been typed just before it.
  }

  /** A tail source of the loop: called once at the end of each round. */
  afterRound(): string | undefined {
    return this.take();
  }

  /** Words of the person wait that no round has taken along. */
  get hasMessage(): boolean {
    return this.#in('pending').some(({ what }) => what.kind === 'message');
  }

  /** These words alone, as the prompt of a run that begins now. Come again unless the run's first message holds them. */
  takeMessages(): string | undefined {
    const said = this.#in('pending').filter(({ what }) => what.kind === 'message');
    if (said.length === 0) return undefined;
    const prompt = said.map(({ what }) => (what.kind === 'message' ? what.text : '')).join('\n\n');
    for (const item of said) Object.assign(item, { state: 'taken', note: prompt });
    return prompt;
  }

  /** Everything the model hasn't got yet, as one note. Comes again unless the next message of the user's side holds it. */
  take(): string | undefined {
    const pending = this.#items.filter(({ state }) => state === 'pending');
    if (pending.length === 0) return undefined;
    const steers = pending.map(({ what }) => what);
    const note = steeringNote(steers, this.#list?.render() ?? '');
    for (const item of pending) Object.assign(item, { state: 'taken', note });
    return note;
  }

  #add(what: Steer): void {
    this.#lastId += 1;
    this.#items.push({ id: this.#lastId, what, state: 'pending', note: '' });
    this.#log?.record({ kind: 'steered', id: this.#lastId, what });
  }

  #watch(event: AgentEvent): void {
    if (event.kind === 'messageAdded') this.#sent(event.message);
    // Who sums up has read it, and acts on nothing.
    if (event.kind === 'answered' && event.isSummary !== true) this.#seen();
    if (event.kind === 'historyReplaced') this.#lost(event.messages);
    // The note was for a run that was blocked before it began.
    if (event.kind === 'runFinished') for (const item of this.#in('taken')) item.state = 'pending';
  }

  #sent(message: Message): void {
    if (message.role !== 'user' || this.#in('taken').length === 0) return;
    const texts = textsOf(message);
    const taken = this.#in('taken').filter(({ note }) => texts.some((text) => text.includes(note)));
    if (taken.length === 0) return;
    for (const item of taken) item.state = 'sent';
    this.#log?.record({ kind: 'steeringSent', ids: taken.map(({ id }) => id) });
  }

  /** A shorter history may lack a note that nobody has answered. */
  #lost(messages: readonly Message[]): void {
    for (const item of this.#in('sent')) if (!isToldIn(messages, item.what)) item.state = 'pending';
  }

  #seen(): void {
    if (this.#in('sent').length === 0) return;
    this.#items = this.#items.filter(({ state }) => state !== 'sent');
    const unseen = this.#items.flatMap(({ what }) => (what.kind === 'edit' ? [what.edit.id] : []));
    this.#list?.acknowledge(Math.min(Infinity, ...unseen) - 1);
  }

  #in(state: Item['state']): readonly Item[] {
    return this.#items.filter((item) => item.state === state);
  }
}
