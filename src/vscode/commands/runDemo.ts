import * as vscode from 'vscode';
import type { RunOutcome } from '../../core/agent/agentEvents.ts';
import { DemoModel } from '../../core/model/demoModel.ts';
import { demoTurns } from '../../core/model/demoScript.ts';
import type { AgentSession } from '../../core/session/agentSession.ts';
import { commands } from '../ids.ts';
import type { DemoFolder } from './demoFolder.ts';

/** Slow enough to watch, fast enough not to bore. Milliseconds per piece of text. */
const pace = 40;

/**
 * Plays the scripted model over the real tools, in a fresh copy of the sample. In any other window than one on such a
 * copy it only makes the copy and opens it; the demo then begins there.
 */
export class Demo {
  readonly #session: AgentSession;
  readonly #folder: DemoFolder;

  constructor(session: AgentSession, folder: DemoFolder) {
    this.#session = session;
    this.#folder = folder;
  }

  register(): vscode.Disposable {
    const grant = vscode.workspace.onDidGrantWorkspaceTrust(() => void this.startIfAsked());
    return vscode.Disposable.from(
      grant,
      vscode.commands.registerCommand(commands.runDemo, () => this.run()),
    );
  }

  /** Resolves with the outcome when the demo ran in this window. */
  async run(): Promise<RunOutcome | undefined> {
    const here = onlyFolder();
    if (here !== undefined && vscode.workspace.isTrusted && (await this.#folder.isFreshCopy(here))) {
      return this.#play();
    }
    const copy = await this.#folder.create(true);
    // A used copy gives its window to the fresh one; a person's own project keeps its window.
    const isOurs = here === undefined ? isEmptyWindow() : await this.#folder.isCopy(here);
    // The window may well open behind this one.
    if (!isOurs) void vscode.window.showInformationMessage(vscode.l10n.t('The demo opens in a window of its own.'));
    await vscode.commands.executeCommand('vscode.openFolder', copy, { forceNewWindow: !isOurs, noRecentEntry: true });
    return undefined;
  }

  /** At activation: the demo begins when this folder was opened for it. */
  async startIfAsked(): Promise<void> {
    const here = onlyFolder();
    if (here === undefined || !vscode.workspace.isTrusted) return;
    if ((await this.#folder.takeStart(here)) && (await this.#folder.isFreshCopy(here))) await this.#play();
  }

  async #play(): Promise<RunOutcome | undefined> {
    if (this.#session.state !== 'idle') return undefined;
    this.#session.reset();
    await vscode.commands.executeCommand(commands.showTodos);
    this.#session.notice('info', vscode.l10n.t('Demo: the model is scripted, everything else is real.'));
    const model = new DemoModel(demoTurns, { delay: (signal) => wait(pace, signal) });
    const outcome = await this.#session.start(vscode.l10n.t('Demo: make the failing test pass'), model);
    void this.#sayEnd(outcome);
    return outcome;
  }

  async #sayEnd(outcome: RunOutcome): Promise<void> {
    const transcript = vscode.l10n.t('Show Transcript');
    const key = vscode.l10n.t('Set API Key');
    const message =
      outcome.kind === 'completed'
        ? vscode.l10n.t('The demo has ended. Its model was scripted; a task of your own needs an API key.')
        : vscode.l10n.t('The demo has ended early: {0}', outcome.reason ?? outcome.kind);
    const answer = await vscode.window.showInformationMessage(message, transcript, key);
    if (answer === transcript) await vscode.commands.executeCommand(commands.openTranscript);
    if (answer === key) await vscode.commands.executeCommand(commands.setApiKey);
  }
}

function onlyFolder(): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length === 1 ? folders[0]?.uri : undefined;
}

function isEmptyWindow(): boolean {
  return (vscode.workspace.workspaceFolders ?? []).length === 0;
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'));
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
