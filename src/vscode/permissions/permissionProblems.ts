import * as vscode from 'vscode';
import type { RuleProblem } from '../../core/permissions/rules/ruleSettings.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { PermissionSettings } from './permissionSettings.ts';

/** Shows what is wrong with permission rules in the Problems view, at its line; those of VS Code settings in the log. */
export class PermissionProblems implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #collection = this.#disposables.add(vscode.languages.createDiagnosticCollection('agent permissions'));
  readonly #log: Logger;

  constructor(settings: PermissionSettings, log: Logger) {
    this.#log = log;
    this.#disposables.add(settings.onDidChange(() => this.#show(settings.problems)));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #show(problems: readonly RuleProblem[]): void {
    this.#collection.clear();
    for (const file of new Set(problems.map(({ source }) => source.file))) {
      const ofFile = problems.filter(({ source }) => source.file === file);
      if (file !== undefined) this.#collection.set(vscode.Uri.file(file), ofFile.map(toDiagnostic));
      else for (const { source, key, message } of ofFile) this.#log.warn(`${source.name}, agent.${key}: ${message}`);
    }
  }
}

function toDiagnostic({ severity, message, key, line = 1 }: RuleProblem): vscode.Diagnostic {
  const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
  const { Error, Warning } = vscode.DiagnosticSeverity;
  const text = key === '' ? message : `${key}: ${message}`;
  const diagnostic = new vscode.Diagnostic(range, text, severity === 'error' ? Error : Warning);
  diagnostic.source = 'agent';
  diagnostic.code = 'permissions';
  return diagnostic;
}
