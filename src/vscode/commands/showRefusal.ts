import * as vscode from 'vscode';
import { showOnOneLine } from '../approvals/exactText.ts';
import type { Refusal } from './startGate.ts';

/** Says why nothing starts, with the next steps as buttons. `goOn` is called when one of them cleared the way. */
export function showRefusal({ reason, steps = [] }: Refusal, goOn: () => unknown): void {
  void vscode.window
    .showErrorMessage(showOnOneLine(reason), ...steps.map(({ button }) => button))
    .then(async (answer) => {
      const step = steps.find(({ button }) => button === answer);
      if (step === undefined) return;
      if ((await vscode.commands.executeCommand(step.command, step.argument)) === true) await goOn();
    });
}
