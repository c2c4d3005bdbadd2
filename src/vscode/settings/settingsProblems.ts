import * as vscode from 'vscode';
import type { Problem } from '../../core/settings/problem.ts';
import type { ResolvedSettings } from '../../core/settings/resolveSettings.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { SettingsService } from './settingsService.ts';

/** Shows what is wrong in the configuration files in the Problems view, at its line. */
export class SettingsProblems {
  readonly #disposables = new DisposableStore();
  readonly #collection = this.#disposables.add(vscode.languages.createDiagnosticCollection('agent'));

  constructor(settings: SettingsService) {
    this.#disposables.add(settings.onDidChange((resolved) => this.#show(resolved)));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #show({ problems, notices }: ResolvedSettings): void {
    const byFile = new Map<string, vscode.Diagnostic[]>();
    for (const problem of [...problems, ...notices]) {
      if (problem.file === undefined) continue;
      const diagnostics = byFile.get(problem.file) ?? [];
      diagnostics.push(toDiagnostic(problem));
      byFile.set(problem.file, diagnostics);
    }
    this.#collection.clear();
    for (const [file, diagnostics] of byFile) this.#collection.set(vscode.Uri.file(file), diagnostics);
  }
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
} as const;

function toDiagnostic(problem: Problem): vscode.Diagnostic {
  const line = problem.line - 1;
  const endColumn = problem.endColumn ?? Number.MAX_SAFE_INTEGER;
  const range = new vscode.Range(line, problem.column - 1, line, endColumn - (problem.endColumn === undefined ? 0 : 1));
  const diagnostic = new vscode.Diagnostic(range, problem.message, severities[problem.severity]);
  diagnostic.source = 'agent';
  diagnostic.code = problem.code;
  return diagnostic;
}
