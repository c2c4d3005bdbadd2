import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TodoAgentApi } from '../../src/api.ts';

/** Answers a call that waits. Hooks are asked first, and nothing tells from outside when the person's turn has come. */
export async function answer(api: TodoAgentApi, command: string, ...details: readonly unknown[]): Promise<void> {
  while (!(await vscode.commands.executeCommand(command, ...details))) {
    assert.equal(api.session.state, 'waitingForApproval');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
