import * as vscode from 'vscode';
import type { RunOutcome } from '../../core/agent/agentEvents.ts';
import type { ErrorAction } from '../../core/model/modelClient.ts';
import type { LeftOpen } from '../../core/todos/leftOpen.ts';
import { showOnOneLine } from '../approvals/exactText.ts';
import { finishedText } from '../status/finishedText.ts';
import { commands } from '../ids.ts';

/** A button of the final notification. */
export interface NextStep {
  readonly button: string;
  run(): unknown;
}

/**
 * The final notification: how the task ended, and what can be done next. Resolves when it was answered or closed.
 * @param left what the run left of the list. @param isLeft another session is open by now: transcript and list of this one are no longer on screen.
 */
export async function reportOutcome(
  outcome: RunOutcome,
  left: LeftOpen | undefined,
  steps: readonly NextStep[],
  isLeft: boolean,
): Promise<void> {
  const { t } = vscode.l10n;
  const records = isLeft
    ? call(t('Show Sessions'), commands.sessions)
    : call(t('Show Transcript'), commands.openTranscript);
  const all = [...steps, records];
  const where = isLeft ? ` ${t('Another session has begun since; this one is under Agent: Sessions.')}` : '';
  // A reason may hold the words of a server or a hook: they must not become links.
  const answer = await show(outcome)(
    showOnOneLine(sentence(outcome, left) + where),
    ...all.map(({ button }) => button),
  );
  await all.find(({ button }) => button === answer)?.run();
}

/** For the button of an old notification: what it would go on with is no longer what is open. */
export async function tellOld(): Promise<void> {
  const { t } = vscode.l10n;
  const sessions = t('Show Sessions');
  const message = t('Nothing was started: something else has begun since. Earlier tasks are under Agent: Sessions.');
  const answer = await vscode.window.showInformationMessage(message, sessions);
  if (answer === sessions) await vscode.commands.executeCommand(commands.sessions);
}

/** What helps after that failure, another attempt (whatever failed, the history is there), and where to read more. */
export function stepsAfterFailure(action: ErrorAction | undefined, retry: () => unknown): readonly NextStep[] {
  const remedy = remedyFor(action, retry);
  const again = { button: vscode.l10n.t('Retry'), run: retry };
  if (action === 'openLog') return [again, call(vscode.l10n.t('Open Log'), commands.showLog)];
  return remedy === undefined ? [again] : [remedy, again];
}

function remedyFor(action: ErrorAction | undefined, retry: () => unknown): NextStep | undefined {
  switch (action) {
    case 'setApiKey':
      return callAndGoOn(vscode.l10n.t('Set API Key'), commands.setApiKey, retry, { thenGoOn: true });
    case 'selectModel':
      return callAndGoOn(vscode.l10n.t('Select Model'), commands.selectModel, retry);
    case 'openSettings':
      return call(vscode.l10n.t('Open Settings'), 'workbench.action.openSettings', '@ext:todo-agent.todo-agent');
    case 'openLog':
    case 'retry':
    case undefined:
      return undefined;
  }
}

function call(button: string, command: string, ...args: readonly unknown[]): NextStep {
  return { button, run: () => vscode.commands.executeCommand(command, ...args) };
}

/** The button is gone with the click: once the person has chosen, the task goes on. */
function callAndGoOn(button: string, command: string, retry: () => unknown, argument?: unknown): NextStep {
  const run = async (): Promise<void> => {
    if ((await vscode.commands.executeCommand(command, argument)) === true) await retry();
  };
  return { button, run };
}

function show(outcome: RunOutcome): (message: string, ...buttons: string[]) => Thenable<string | undefined> {
  switch (outcome.kind) {
    case 'completed':
    case 'cancelled':
      return vscode.window.showInformationMessage;
    case 'blocked':
    case 'limit':
      return vscode.window.showWarningMessage;
    case 'failed':
      return vscode.window.showErrorMessage;
  }
}

function sentence({ kind, reason = '' }: RunOutcome, left: LeftOpen | undefined): string {
  switch (kind) {
    case 'completed':
      return `${finishedText(left)} ${reason}`.trim();
    case 'cancelled':
      return vscode.l10n.t('The task was stopped. {0}', reason).trim();
    case 'blocked':
      return vscode.l10n.t('The task was blocked: {0}', reason);
    case 'limit':
      return vscode.l10n.t('The task has reached a limit: {0}', reason);
    case 'failed':
      return vscode.l10n.t('The task has failed: {0}', reason);
  }
}
