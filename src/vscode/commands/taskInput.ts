import * as vscode from 'vscode';
import type { SessionState } from '../../core/session/sessionState.ts';

/** @param isBusy a task is on already, so that this one has to wait. @param value stands in the box already. */
export function askForTask(isBusy: boolean, value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: isBusy ? vscode.l10n.t('Queue Task') : vscode.l10n.t('Start Task'),
    value,
    prompt: isBusy
      ? vscode.l10n.t('A task is running. Enter puts this one in the queue: it starts when that one has ended.')
      : vscode.l10n.t('What should the agent do in this workspace?'),
    placeHolder: vscode.l10n.t('For example: find out why the test fails and fix it'),
    ignoreFocusOut: true,
    validateInput: (text) => (isBlank(text) ? vscode.l10n.t('Say what to do, or press Escape.') : undefined),
  });
}

/** @param state of the task that the message steers, if one is on. @param value stands in the box already. */
export function askForMessage(state: SessionState, value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Send Message'),
    value,
    prompt: messagePrompt(state),
    ignoreFocusOut: true,
    validateInput: (text) => (isBlank(text) ? vscode.l10n.t('Write a message, or press Escape.') : undefined),
  });
}

function messagePrompt(state: SessionState): string {
  switch (state) {
    case 'idle':
      return vscode.l10n.t('Continues the conversation.');
    case 'paused':
      return vscode.l10n.t('The task is paused. What you send resumes it.');
    case 'running':
    case 'waitingForApproval':
      return vscode.l10n.t('The agent reads it with the results of its current step.');
  }
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Commands take a string, or an object with the text under `key`, from keybindings and other extensions; anything else asks. */
export function textOf(argument: unknown, key: 'prompt' | 'text' | 'instructions' | 'sessionId'): string | undefined {
  if (typeof argument === 'string') return argument;
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value: unknown = Object.entries(argument).find(([name]) => name === key)?.[1];
  return typeof value === 'string' ? value : undefined;
}
