import * as vscode from 'vscode';
import type { HookProblem } from '../../core/hooks/configuration/hookConfig.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { HookSettingsService } from './hookSettings.ts';

/** Shows what is wrong with hooks in the Problems view, at its line. */
export class HookProblems implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #collection = this.#disposables.add(vscode.languages.createDiagnosticCollection('agent hooks'));

  constructor(settings: HookSettingsService) {
    this.#disposables.add(settings.onDidChange(() => this.#show(settings.problems)));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #show(problems: readonly HookProblem[]): void {
    this.#collection.clear();
    // Entries for the same file are put together.
    this.#collection.set(
      problems.flatMap((problem): [vscode.Uri, vscode.Diagnostic[]][] => {
        const { file } = problem.source;
        return file === undefined ? [] : [[vscode.Uri.file(file), [toDiagnostic(problem)]]];
      }),
    );
  }
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  hint: vscode.DiagnosticSeverity.Information,
} as const;

function toDiagnostic({ severity, message, key, line = 1 }: HookProblem): vscode.Diagnostic {
  const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
  const diagnostic = new vscode.Diagnostic(range, key === '' ? message : `${key}: ${message}`, severities[severity]);
  diagnostic.source = 'agent';
  diagnostic.code = 'hooks';
  return diagnostic;
}
