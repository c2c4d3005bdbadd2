import * as vscode from 'vscode';
import { showOnOneLine } from '../approvals/exactText.ts';
import type { Refusal } from './startGate.ts';

/** Says why nothing starts, with the next step as a button. */
export function showRefusal({ reason, button, command, argument }: Refusal): void {
  void vscode.window
    .showErrorMessage(showOnOneLine(reason), ...(button === undefined ? [] : [button]))
    .then((answer) => {
      if (answer !== undefined && command !== undefined) void vscode.commands.executeCommand(command, argument);
    });
}
