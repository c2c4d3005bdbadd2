import * as vscode from 'vscode';
import type { AgentEvent } from '../../core/agent/agentEvents.ts';
import type { Session } from '../../core/session/sessionState.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/event.ts';

/** What is waited for, and the moment that is counted to or from, in milliseconds since 1970. */
export type Wait =
  | { readonly kind: 'retry'; readonly until: number; readonly reason: string }
  | { readonly kind: 'silence'; readonly since: number };

/** Tells that the model goes on; what the person does meanwhile does not. */
const ends: ReadonlySet<AgentEvent['kind']> = new Set([
  'requestStarted',
  'text',
  'thinking',
  'messageAdded',
  'answered',
  'runFinished',
]);

/**
 * Whether the model makes the person wait: until the next attempt after one that failed, or for an answer of which
 * nothing comes. Tells each second that passes, since the words count them.
 */
export class ModelWait implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<void>());
  readonly onDidChange = this.#didChange.event;
  #current: Wait | undefined;
  #clock: NodeJS.Timeout | undefined;

  constructor(session: Pick<Session, 'onDidEmit' | 'onDidChangeState'>) {
    this.#disposables.add(session.onDidEmit((event) => this.#apply(event)));
    this.#disposables.add(session.onDidChangeState((state) => state === 'idle' && this.#set(undefined)));
  }

  get current(): Wait | undefined {
    return this.#current;
  }

  /** E.g. `next try in 12 s`; empty while nothing is waited for. */
  get text(): string {
    const wait = this.#current;
    if (wait === undefined) return '';
    if (wait.kind === 'silence') {
      const seconds = Math.round((Date.now() - wait.since) / 1000);
      return vscode.l10n.t('The model is not responding: no answer for {0} s', seconds);
    }
    const seconds = Math.ceil((wait.until - Date.now()) / 1000);
    return seconds > 0 ? vscode.l10n.t('No answer: next try in {0} s', seconds) : vscode.l10n.t('Trying again');
  }

  dispose(): void {
    clearInterval(this.#clock);
    this.#disposables.dispose();
  }

  #apply(event: AgentEvent): void {
    if (event.kind === 'retry') {
      this.#set({ kind: 'retry', until: Date.now() + event.delayMs, reason: event.reason });
    } else if (event.kind === 'notResponding') this.#set({ kind: 'silence', since: Date.now() - event.silentMs });
    else if (ends.has(event.kind)) this.#set(undefined);
  }

  #set(wait: Wait | undefined): void {
    if (wait === undefined && this.#current === undefined) return;
    this.#current = wait;
    if (wait === undefined) {
      clearInterval(this.#clock);
      this.#clock = undefined;
    } else this.#clock ??= setInterval(() => this.#didChange.fire(), 1000);
    this.#didChange.fire();
  }
}
