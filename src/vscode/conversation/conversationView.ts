import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { RunGate } from '../../core/session/gate/runGate.ts';
import type { Session } from '../../core/session/sessionState.ts';
import type { TranscriptChange } from '../../core/session/transcript/transcriptEntries.ts';
import type { TranscriptLog } from '../../core/session/transcript/transcriptLog.ts';
import {
  parsePageMessage,
  type HostMessage,
  type PageMessage,
} from '../../core/session/transcript/transcriptMessages.ts';
import { visibleText } from '../../core/util/displayText.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Event } from '../../core/util/event.ts';
import type { Logger } from '../../core/util/logger.ts';
import { commands, views } from '../ids.ts';
import { pauseText } from '../status/pauseText.ts';
import type { ApprovalDesk } from './approvalDesk.ts';
import { conversationHtml } from './conversationHtml.ts';
import { MentionedFiles } from './mentionedFiles.ts';
import { openLink } from './openLink.ts';
import { PageEntries } from './pageEntries.ts';
import { pageWords } from './pageWords.ts';
import { PendingChanges } from './pendingChanges.ts';
import { sendText } from './sendText.ts';

export interface ConversationPorts {
  readonly transcript: TranscriptLog;
  readonly session: Pick<Session, 'state' | 'onDidChangeState' | 'onDidEmit'>;
  readonly approvals: ApprovalDesk;
  /** Why the run waits for the person, if it does. */
  readonly gate: Pick<RunGate, 'pause' | 'onDidChange'>;
  /** Whether the model makes the person wait, in words that count the seconds. */
  readonly wait: { readonly text: string; readonly onDidChange: Event<void> };
  readonly extensionUri: vscode.Uri;
  readonly log: Logger;
}

/** Milliseconds between two updates of the page while words stream in. */
const updateInterval = 60;
/** Entries in one message. */
const portion = 500;

/**
 * The conversation under the tree. The page keeps nothing that matters: whenever it comes up it is told all anew. What
 * it sends is an intention with ids; commands, texts and paths to act on are looked up here.
 */
export class ConversationView implements vscode.WebviewViewProvider, Disposable {
  readonly #ports: ConversationPorts;
  readonly #files = new MentionedFiles();
  readonly #pending = new PendingChanges();
  readonly #entries = new PageEntries();
  readonly #disposables = new DisposableStore();
  #view: vscode.WebviewView | undefined;
  /** What the box got back because it could not be sent. */
  #givenBack: string | undefined;
  /** Once its page is ready. */
  #webview: vscode.Webview | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The newest showing of all; an older one that still goes on ends. */
  #showing: symbol | undefined;

  constructor(ports: ConversationPorts) {
    this.#ports = ports;
    const { transcript, session, gate, approvals, wait } = ports;
    this.#disposables.add(vscode.window.registerWebviewViewProvider(views.conversation, this));
    this.#disposables.add(transcript.onDidChange((changes) => this.#note(changes)));
    // Never rejects.
    this.#disposables.add(transcript.onDidReset(() => void this.#showAll()));
    this.#disposables.add(session.onDidChangeState(() => this.#showState()));
    this.#disposables.add(gate.onDidChange(() => this.#showState()));
    this.#disposables.add(session.onDidEmit((event) => event.kind === 'runStarted' && this.#takeBack(event.prompt)));
    this.#disposables.add(approvals.onDidChange(() => this.#showApprovals()));
    this.#disposables.add(wait.onDidChange(() => this.#describe()));
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { webview } = view;
    this.#view = view;
    this.#describe();
    const root = this.#ports.extensionUri;
    webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(root, 'dist'), vscode.Uri.joinPath(root, 'media')],
    };
    const resource = (...path: readonly string[]): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(root, ...path)).toString();
    // Each answers for itself; one that fails concerns only what was clicked.
    webview.onDidReceiveMessage((message: unknown) => void this.#receive(webview, message));
    view.onDidChangeVisibility(() => {
      // The page is gone with its sight; the next one says that it is ready.
      if (!view.visible) this.#leave(webview);
    });
    view.onDidDispose(() => {
      this.#leave(webview);
      if (this.#view === view) this.#view = undefined;
    });
    webview.html = conversationHtml({
      script: resource('dist', 'webview.js'),
      styles: [resource('media', 'conversation.css')],
      icons: resource('dist', 'codicon.css'),
      source: webview.cspSource,
      nonce: randomBytes(16).toString('hex'),
      language: vscode.env.language,
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  async #receive(webview: vscode.Webview, value: unknown): Promise<void> {
    const message = parsePageMessage(value);
    if (message === undefined) return this.#ports.log.warn('The conversation view sent something unknown.');
    try {
      if (message.kind === 'ready') this.#begin(webview);
      else await this.#act(message);
    } catch (error) {
      this.#ports.log.error(`The conversation view could not do "${message.kind}": ${messageOf(error)}`);
    }
  }

  #begin(webview: vscode.Webview): void {
    this.#webview = webview;
    this.#post({ kind: 'words', words: pageWords() });
    // Never rejects.
    void this.#showAll();
  }

  /** Beside the view's title. */
  #describe(): void {
    if (this.#view !== undefined) this.#view.description = this.#ports.wait.text;
  }

  #leave(webview: vscode.Webview): void {
    if (this.#webview === webview) this.#webview = undefined;
  }

  async #act(message: Exclude<PageMessage, { kind: 'ready' }>): Promise<void> {
    switch (message.kind) {
      case 'send':
        return this.#send(message.text, message.isNewTask);
      case 'stop':
        await vscode.commands.executeCommand(commands.stopTask);
        return;
      case 'resume':
        await vscode.commands.executeCommand(commands.resume);
        return;
      case 'answer':
        return this.#ports.approvals.answer(message.callId, message.choice);
      case 'openChange':
        return this.#openChange(message.id, message.index);
      case 'openOutput':
        return this.#openOutput(message.id);
      case 'openLink':
        return this.#openLink(message.id, message.href);
      case 'findFiles': {
        const files = await this.#files.find(message.query);
        this.#post({ kind: 'files', request: message.request, files: [...files] });
      }
    }
  }

  async #send(text: string, isNewTask: boolean): Promise<void> {
    const { session, transcript } = this.#ports;
    const isTaken = await sendText(session, text, isNewTask || (transcript.isEmpty && session.state === 'idle'));
    if (isTaken) return;
    this.#givenBack = text;
    this.#post({ kind: 'notStarted', text });
  }

  /** It was sent after all, once there was a key. */
  #takeBack(prompt: string): void {
    if (this.#givenBack === undefined || this.#givenBack !== prompt) return;
    this.#givenBack = undefined;
    this.#post({ kind: 'started', text: prompt });
  }

  async #openChange(id: number, index: number): Promise<void> {
    const entry = this.#ports.transcript.entry(id);
    const evidence = entry?.kind === 'call' ? entry.call.evidence : undefined;
    const change = evidence?.kind === 'files' ? evidence.changes[index] : undefined;
    if (change !== undefined) await vscode.commands.executeCommand(commands.openChange, change);
  }

  async #openOutput(id: number): Promise<void> {
    const entry = this.#ports.transcript.entry(id);
    if (entry?.kind === 'call') await vscode.commands.executeCommand(commands.openOutput, entry.call);
  }

  async #openLink(id: number, href: string): Promise<void> {
    const entry = this.#ports.transcript.entry(id);
    // Only what the agent wrote there, whatever the page says.
    if (entry?.kind === 'said' && visibleText(entry.text).includes(href)) await openLink(href);
  }

  #note(changes: readonly TranscriptChange[]): void {
    for (const { entry } of changes) this.#entries.note(entry);
    if (this.#webview === undefined) return;
    for (const change of changes) this.#pending.add(change);
    this.#timer ??= setTimeout(() => this.#update(), updateInterval);
  }

  #update(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { changed, grown, removed } = this.#pending.take();
    const shown = this.#showEntries(changed, false);
    const gone = [...removed, ...changed.filter((id) => !shown.has(id))];
    if (gone.length > 0) this.#post({ kind: 'removed', ids: gone });
    for (const { id, text } of grown) this.#post({ kind: 'grown', id, text: visibleText(text) });
  }

  /** From the end, which is in sight first; in portions, so that nothing else waits for a long conversation. */
  async #showAll(): Promise<void> {
    this.#pending.clear();
    const showing = Symbol('showing');
    this.#showing = showing;
    this.#post({ kind: 'cleared' });
    this.#showState();
    this.#showApprovals();
    const ids = [...this.#ports.transcript.entries].map(({ id }) => id);
    for (let end = ids.length; end > 0; end -= portion) {
      if (this.#showing !== showing || this.#webview === undefined) return;
      // Else words that are in the portion already would come once more.
      this.#update();
      this.#showEntries(ids.slice(Math.max(0, end - portion), end), true);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** @returns the ids of those that the page shows. */
  #showEntries(ids: readonly number[], isReplay: boolean): ReadonlySet<number> {
    const entries = ids.flatMap((id) => {
      const entry = this.#ports.transcript.entry(id);
      return (entry === undefined ? undefined : this.#entries.of(entry)) ?? [];
    });
    if (entries.length > 0) this.#post({ kind: 'entries', entries, isReplay });
    return new Set(entries.map(({ id }) => id));
  }

  #showState(): void {
    const { session, gate } = this.#ports;
    const isRunning = session.state !== 'idle';
    const why = gate.pause === undefined ? {} : { pause: vscode.l10n.t('Paused: {0}', pauseText(gate.pause)) };
    this.#post({ kind: 'state', isRunning, ...why });
  }

  #showApprovals(): void {
    this.#post({ kind: 'approvals', cards: this.#ports.approvals.cards });
  }

  /** A page that is gone misses nothing: the next one is told all. */
  #post(message: HostMessage): void {
    void this.#webview?.postMessage(message);
  }
}
