import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { settingsSection } from '../ids.ts';

/** What VS Code knows of a setting: its value in each place that sets it. */
export type Inspected = ReturnType<typeof inspect>;

/**
 * The settings `agent.*` as VS Code has them for the first folder. It works out each answer anew, and all together were
 * the largest part of what a round costs; so they are kept until VS Code says that something changed. Must be made
 * before whoever reads it at that event.
 */
export class EditorSettings implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #known = new Map<string, Inspected>();

  constructor() {
    const forget = (): void => this.#known.clear();
    this.#disposables.add(vscode.workspace.onDidChangeConfiguration(forget));
    this.#disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(forget));
    this.#disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(forget));
  }

  inspect(name: string): Inspected {
    if (!this.#known.has(name)) this.#known.set(name, inspect(name));
    return this.#known.get(name);
  }

  /** What is in force; undefined for a setting that doesn't exist. */
  get(name: string): unknown {
    const found = this.inspect(name);
    return found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue ?? found?.defaultValue;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function inspect(name: string) {
  const { workspaceFolders } = vscode.workspace;
  return vscode.workspace.getConfiguration(settingsSection, workspaceFolders?.[0]?.uri).inspect<unknown>(name);
}
