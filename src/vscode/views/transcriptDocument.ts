import * as vscode from 'vscode';
import { TranscriptText } from '../../core/session/transcript/transcript.ts';
import type { TranscriptChange } from '../../core/session/transcript/transcriptEntries.ts';
import type { TranscriptLog } from '../../core/session/transcript/transcriptLog.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';

/** Each update hands VS Code the whole text, so that many small ones are put together. */
const updateIntervalMs = 100;

/** The conversation as one read-only Markdown document that grows while it is open. */
export class TranscriptDocument implements vscode.TextDocumentContentProvider, Disposable {
  readonly #log: TranscriptLog;
  readonly #uri: vscode.Uri;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#didChange.event;
  /** Undefined until VS Code asks for it: of a long session it's megabytes, and most are never looked at. */
  #text: TranscriptText | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Editors that showed the end before the last update: they follow. */
  #followers: readonly vscode.TextEditor[] = [];

  constructor(log: TranscriptLog, scheme: string) {
    this.#log = log;
    this.#uri = vscode.Uri.from({ scheme, path: '/Agent Transcript.md' });
    this.#disposables.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#disposables.add(log.onDidChange((changes) => this.#append(changes)));
    this.#disposables.add(log.onDidReset(() => this.#restart()));
    // VS Code passes over changes of a document that it is still opening.
    this.#disposables.add(vscode.workspace.onDidOpenTextDocument((document) => this.#catchUp(document)));
    this.#disposables.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#follow(document)));
  }

  async open(): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.#uri);
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    showEnd(editor);
  }

  provideTextDocumentContent(): string {
    this.#text ??= new TranscriptText(() => this.#log.replay());
    const { text } = this.#text;
    return text === '' ? vscode.l10n.t('Nothing has happened yet.') : `# Agent transcript\n${text}`;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }

  #append(changes: readonly TranscriptChange[]): void {
    if (this.#text === undefined) return;
    const before = this.#text.text;
    this.#text.add(changes);
    if (this.#text.text !== before) this.#scheduleUpdate();
  }

  #restart(): void {
    this.#text = undefined;
    this.#scheduleUpdate();
  }

  #catchUp(document: vscode.TextDocument): void {
    if (this.#isOurs(document)) this.#scheduleUpdate();
  }

  #scheduleUpdate(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#followers = vscode.window.visibleTextEditors.filter(
        (editor) => this.#isOurs(editor.document) && isAtEnd(editor),
      );
      this.#didChange.fire(this.#uri);
    }, updateIntervalMs);
  }

  #follow(document: vscode.TextDocument): void {
    if (!this.#isOurs(document)) return;
    for (const editor of this.#followers) if (vscode.window.visibleTextEditors.includes(editor)) showEnd(editor);
  }

  #isOurs({ uri }: vscode.TextDocument): boolean {
    return uri.toString() === this.#uri.toString();
  }
}

function isAtEnd({ document, visibleRanges }: vscode.TextEditor): boolean {
  const lastLine = visibleRanges.at(-1)?.end.line ?? 0;
  return lastLine >= document.lineCount - 2;
}

function showEnd(editor: vscode.TextEditor): void {
  const end = editor.document.lineAt(editor.document.lineCount - 1).range;
  editor.revealRange(end);
}
