import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';

/** Something that is wrong in a settings file. */
export interface MarkedProblem {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly message: string;
  /** Where in the settings; '' for all of them. */
  readonly key: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, the end exclusive; absent: the whole line. */
  readonly column?: number;
  readonly endColumn?: number;
  readonly source: { readonly file?: string };
}

/** Shows what is wrong with one subject of the settings files in the Problems view, at its line. */
export class ProblemMarks implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #subject: string;
  readonly #collection: vscode.DiagnosticCollection;

  /** @param subject e.g. `hooks`, the code of the problems. */
  constructor(subject: string) {
    this.#subject = subject;
    this.#collection = this.#disposables.add(vscode.languages.createDiagnosticCollection(`agent ${subject}`));
  }

  /** In place of those before. A problem without a file has no place here. */
  show(problems: readonly MarkedProblem[]): void {
    this.#collection.clear();
    // Entries for the same file are put together.
    this.#collection.set(
      problems.flatMap((problem): [vscode.Uri, vscode.Diagnostic[]][] => {
        const { file } = problem.source;
        return file === undefined ? [] : [[vscode.Uri.file(file), [toDiagnostic(problem, this.#subject)]]];
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  hint: vscode.DiagnosticSeverity.Information,
} as const;

function toDiagnostic(problem: MarkedProblem, subject: string): vscode.Diagnostic {
  const { severity, message, key, line = 1, column = 1, endColumn = Number.MAX_SAFE_INTEGER } = problem;
  const range = new vscode.Range(line - 1, column - 1, line - 1, endColumn - 1);
  const diagnostic = new vscode.Diagnostic(range, key === '' ? message : `${key}: ${message}`, severities[severity]);
  diagnostic.source = 'agent';
  diagnostic.code = subject;
  return diagnostic;
}
