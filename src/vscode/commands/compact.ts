import * as vscode from 'vscode';
import type { CompactOutcome } from '../../core/agent/context/contextKeeper.ts';
import { ModelError } from '../../core/model/modelClient.ts';
import type { AgentSession } from '../../core/session/agentSession.ts';
import { messageOf } from '../../core/util/errors.ts';
import { showOnOneLine } from '../approvals/exactText.ts';
import { commands } from '../ids.ts';
import { showRefusal } from './showRefusal.ts';
import type { StartGate } from './startGate.ts';
import { textOf } from './taskInput.ts';
import { stepsAfterFailure } from './taskReport.ts';

export interface CompactPorts {
  readonly session: Pick<AgentSession, 'state' | 'messages' | 'isInterrupted' | 'stop'>;
  readonly gate: StartGate;
  /** @returns undefined when the session was stopped. */
  readonly compact: (instructions: string) => Promise<CompactOutcome | undefined>;
}

/**
 * "Compact Conversation": a summary takes the place of what was said so far. Asks what the summary shall keep when that
 * isn't given. Resolves when it is done, stopped or refused.
 */
export async function compactConversation(ports: CompactPorts, argument?: unknown): Promise<void> {
  const { session, gate } = ports;
  const goOn = (): Promise<void> => compactConversation(ports, argument);
  const refusal = await gate.ready();
  if (refusal !== undefined) return showRefusal(refusal, goOn);
  if (session.state !== 'idle')
    return inform(vscode.l10n.t('A task is running. It makes room by itself when it has to.'));
  if (!session.messages.some(({ role }) => role === 'assistant')) {
    return inform(vscode.l10n.t('There is no conversation to sum up yet.'));
  }
  if (session.isInterrupted) return inform(vscode.l10n.t('The last task was interrupted. Continue it first.'));
  const instructions = textOf(argument, 'instructions') ?? (await askForInstructions());
  if (instructions === undefined) return;
  const later = await gate.check();
  if (later !== undefined) return showRefusal(later, () => compactConversation(ports, { instructions }));
  await compact(ports, instructions);
}

async function compact(ports: CompactPorts, instructions: string): Promise<void> {
  const { session } = ports;
  // The checks waited: a task may have been started.
  if (session.state !== 'idle')
    return inform(vscode.l10n.t('A task is running. It makes room by itself when it has to.'));
  const title = vscode.l10n.t('The agent sums up the conversation');
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  try {
    const outcome = await vscode.window.withProgress(options, (_progress, token) => {
      token.onCancellationRequested(() => session.stop());
      return ports.compact(instructions);
    });
    if (outcome === undefined) return inform(vscode.l10n.t('Stopped: the conversation stays as it was.'));
    if (outcome.kind !== 'compacted') return inform(outcome.reason);
    await offer(vscode.l10n.t('The conversation was summed up. The todo list and its records stay as they are.'));
  } catch (error) {
    await fail(error, () => compact(ports, instructions));
  }
}

async function fail(error: unknown, retry: () => Promise<void>): Promise<void> {
  const steps = stepsAfterFailure(ModelError.is(error) ? error.action : 'openLog', retry);
  const message = vscode.l10n.t('The conversation could not be summed up: {0}', messageOf(error));
  const answer = await vscode.window.showErrorMessage(showOnOneLine(message), ...steps.map(({ button }) => button));
  await steps.find(({ button }) => button === answer)?.run();
}

async function offer(message: string): Promise<void> {
  const transcript = vscode.l10n.t('Show Transcript');
  const answer = await vscode.window.showInformationMessage(message, transcript);
  if (answer === transcript) await vscode.commands.executeCommand(commands.openTranscript);
}

function askForInstructions(): Promise<string | undefined> {
  return Promise.resolve(
    vscode.window.showInputBox({
      title: vscode.l10n.t('Compact Conversation'),
      prompt: vscode.l10n.t('What shall the summary keep? Leave it empty for what matters in general.'),
      ignoreFocusOut: true,
    }),
  );
}

function inform(message: string): void {
  void vscode.window.showInformationMessage(showOnOneLine(message));
}
