import * as vscode from 'vscode';
import type { AgentEvent } from '../../core/agent/agentEvents.ts';
import type { SteerEvent } from '../../core/agent/steerEvents.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Event } from '../../core/util/event.ts';
import { uriOf } from '../views/callTexts.ts';

/** The session as it is needed here. */
interface ProblemLog {
  readonly onDidEmit: Event<AgentEvent>;
  readonly onDidReset: Event<void>;
  record(event: SteerEvent): void;
}

interface Watched {
  readonly callId: string;
  readonly path: string;
  readonly uri: vscode.Uri;
  /** As the call wrote it, and as the editor had it then: after a formatter, or before it caught up with the disk. */
  readonly texts: ReadonlySet<string>;
  readonly before: readonly string[];
  told: number;
}

const maxMessages = 5;

/**
 * Tells the session's log of problems that the editor reports in a file after a call changed it, and didn't report
 * before: errors and warnings, as long as the file is as the call left it. Language servers take their time.
 */
export class NewProblems implements Disposable {
  readonly #log: ProblemLog;
  readonly #disposables = new DisposableStore();
  /** What was reported when each call began that is under way. */
  readonly #before = new Map<string, ReadonlyMap<string, readonly string[]>>();
  /** By URI: the last call that changed the file. */
  readonly #watched = new Map<string, Watched>();

  constructor(log: ProblemLog) {
    this.#log = log;
    this.#disposables.add(log.onDidEmit((event) => this.#watch(event)));
    this.#disposables.add(log.onDidReset(() => this.#clear()));
    this.#disposables.add(vscode.languages.onDidChangeDiagnostics(({ uris }) => this.#check(uris)));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #watch(event: AgentEvent): void {
    if (event.kind === 'toolStarted' && event.access === 'write') this.#before.set(event.callId, allProblems());
    if (event.kind !== 'toolFinished') return;
    const before = this.#before.get(event.callId);
    this.#before.delete(event.callId);
    if (before === undefined || event.evidence?.kind !== 'files') return;
    for (const { path, after } of event.evidence.changes) {
      const uri = uriOf(path);
      const { callId } = event;
      this.#watched.set(uri.toString(), {
        callId,
        path,
        uri,
        texts: new Set([after, openText(uri) ?? after]),
        before: before.get(uri.toString()) ?? [],
        told: 0,
      });
      // What came while the call was still at work.
      this.#check([uri]);
    }
  }

  #check(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) {
      const watched = this.#watched.get(uri.toString());
      // What is reported while somebody has changed the text is not of the call's making.
      const text = openText(uri);
      if (watched !== undefined && (text === undefined || watched.texts.has(text))) this.#compare(watched);
    }
  }

  #compare(watched: Watched): void {
    const known = [...watched.before];
    const messages = problemsOf(vscode.languages.getDiagnostics(watched.uri)).filter((message) => {
      const index = known.indexOf(message);
      if (index >= 0) known.splice(index, 1);
      return index < 0;
    });
    if (messages.length === watched.told) return;
    watched.told = messages.length;
    const { callId, path } = watched;
    const shown = messages.slice(0, maxMessages);
    this.#log.record({ kind: 'problemsFound', callId, path, count: messages.length, messages: shown });
  }

  #clear(): void {
    this.#before.clear();
    this.#watched.clear();
  }
}

function allProblems(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    vscode.languages.getDiagnostics().map(([uri, diagnostics]) => [uri.toString(), problemsOf(diagnostics)]),
  );
}

/** Places are left out: an edit moves what stands below it. */
function problemsOf(diagnostics: readonly vscode.Diagnostic[]): readonly string[] {
  return diagnostics
    .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
    .map(({ message, source }) => (source === undefined ? message : `${source}: ${message}`).replace(/\s+/g, ' '));
}

function openText(uri: vscode.Uri): string | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key)?.getText();
}
