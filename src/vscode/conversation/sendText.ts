import * as vscode from 'vscode';
import type { RunOutcome } from '../../core/agent/agentEvents.ts';
import type { Session } from '../../core/session/sessionState.ts';
import { commands } from '../ids.ts';

/**
 * Hands a text to the command that a person would call. Resolves when that ends.
 * @returns false when it led to nothing, so that the text must not be lost.
 */
export async function sendText(
  session: Pick<Session, 'state' | 'onDidEmit'>,
  text: string,
  isNewTask: boolean,
): Promise<boolean> {
  let hasStarted = false;
  const isQueued = isNewTask && session.state !== 'idle';
  const listener = session.onDidEmit((event) => {
    if (event.kind === 'runStarted') hasStarted = hasStarted || event.prompt === text;
  });
  try {
    const outcome = isNewTask
      ? await vscode.commands.executeCommand<RunOutcome>(commands.startTask, { prompt: text, mayWait: true })
      : // Without an outcome it steers the run that is on.
        await vscode.commands.executeCommand<RunOutcome | undefined>(commands.sendMessage, { text });
    return isQueued || outcome === undefined || hasStarted || outcome.kind === 'completed';
  } finally {
    listener.dispose();
  }
}
