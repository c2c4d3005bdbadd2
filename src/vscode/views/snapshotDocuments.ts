import * as vscode from 'vscode';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';

/** Read-only documents that hold a text of one moment, until they are closed. */
export class SnapshotDocuments implements vscode.TextDocumentContentProvider, Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #disposables = new DisposableStore();

  constructor(scheme: string) {
    this.#scheme = scheme;
    this.#disposables.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#disposables.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.delete(uri)));
  }

  /** `fileName` decides the language. Never the same URI twice, not even after a reload of the window. */
  add(fileName: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/${fileName}`, query: crypto.randomUUID() });
    this.#texts.set(uri.query, text);
    return uri;
  }

  delete(uri: vscode.Uri): void {
    if (uri.scheme === this.#scheme) this.#texts.delete(uri.query);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.query) ?? vscode.l10n.t('This text was only kept until the window was reloaded.');
  }

  dispose(): void {
    this.#texts.clear();
    this.#disposables.dispose();
  }
}
