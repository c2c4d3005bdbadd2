import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';

/** Answers the call that the session has just told of. */
export async function answer(command: string, ...details: readonly unknown[]): Promise<void> {
  // The session tells before it asks: the question stands when all that is due has happened.
  await setImmediate();
  assert.equal(await vscode.commands.executeCommand(command, ...details), true);
}
