import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { schemes } from '../ids.ts';

interface Proposal {
  bytes: Uint8Array;
  changedAt: number;
}

/** Documents that a person may change and that live in memory only: saving one keeps its text until it is deleted. */
export class ProposalDocuments implements vscode.FileSystemProvider, Disposable {
  readonly #proposals = new Map<string, Proposal>();
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#didChange.event;

  constructor() {
    const options = { isCaseSensitive: true };
    this.#disposables.add(vscode.workspace.registerFileSystemProvider(schemes.proposal, this, options));
  }

  /** `fileName` decides the language. Never the same URI twice. */
  add(fileName: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: schemes.proposal, path: `/${fileName}`, query: crypto.randomUUID() });
    this.writeFile(uri, new TextEncoder().encode(text));
    return uri;
  }

  /** As it stands: in its editor if that is open, else as it was saved. */
  textOf(uri: vscode.Uri): string | undefined {
    const open = vscode.workspace.textDocuments.find((document) => String(document.uri) === String(uri));
    if (open !== undefined) return open.getText();
    const bytes = this.#proposals.get(uri.query)?.bytes;
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  delete(uri: vscode.Uri): void {
    this.#proposals.delete(uri.query);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, changedAt } = this.#find(uri);
    return { type: vscode.FileType.File, ctime: changedAt, mtime: changedAt, size: bytes.byteLength };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#find(uri).bytes;
  }

  /** Also of a document that a reloaded window brought back, so that it can be closed. */
  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    this.#proposals.set(uri.query, { bytes, changedAt: Date.now() });
    this.#didChange.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  watch(): vscode.Disposable {
    // Nobody else writes here.
    return { dispose: () => undefined };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  dispose(): void {
    this.#proposals.clear();
    this.#disposables.dispose();
  }

  #find(uri: vscode.Uri): Proposal {
    const proposal = this.#proposals.get(uri.query);
    if (proposal === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return proposal;
  }
}
