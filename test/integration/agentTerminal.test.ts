import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentEvent } from '../../src/core/agent/agentEvents.ts';
import { Emitter } from '../../src/core/util/event.ts';
import { AgentTerminal } from '../../src/vscode/views/agentTerminal.ts';

function next<T>(event: vscode.Event<T>): Promise<T> {
  return new Promise((resolve) => {
    const listener = event((value) => {
      listener.dispose();
      resolve(value);
    });
  });
}

describe('the terminal of commands', () => {
  const didEmit = new Emitter<AgentEvent>();
  let onStop: (callId: string) => void = () => undefined;
  let terminal: AgentTerminal;
  before(() => {
    terminal = new AgentTerminal({ onDidEmit: didEmit.event, stopCommand: (callId) => onStop(callId) });
  });
  after(() => terminal.dispose());

  function begin(callId: string): void {
    didEmit.fire({
      kind: 'toolStarted',
      callId,
      name: 'bash',
      claudeName: 'Bash',
      access: 'execute',
      title: 'sleep 5',
      input: { command: 'sleep 5' },
    });
  }

  function finish(callId: string, outcome: 'ok' | 'denied'): void {
    didEmit.fire({ kind: 'toolFinished', callId, name: 'bash', outcome, output: '', durationMs: 1 });
  }

  const agentTerminals = (): readonly vscode.Terminal[] =>
    vscode.window.terminals.filter(({ creationOptions }) => 'pty' in creationOptions);

  it('does not exist for a command that was refused', () => {
    const count = agentTerminals().length;
    begin('a');
    finish('a', 'denied');
    assert.equal(agentTerminals().length, count);
  });

  it('opens with the first command that runs', async () => {
    const opened = next(vscode.window.onDidOpenTerminal);
    begin('b');
    didEmit.fire({ kind: 'toolProgress', callId: 'b', text: 'hello\n' });
    assert.equal((await opened).name, 'Agent');
    finish('b', 'ok');
  });

  it('ends one command with Ctrl+C and takes no other input', async () => {
    begin('c');
    didEmit.fire({ kind: 'toolProgress', callId: 'c', text: 'x' });
    const stopped = new Promise<string>((resolve) => (onStop = resolve));
    const shown = agentTerminals().at(-1);
    shown?.sendText('exit', true);
    shown?.sendText('\x03', false);
    assert.equal(await stopped, 'c');
    finish('c', 'ok');
  });

  it('is made anew for the next command after the person closed it', async () => {
    const closed = next(vscode.window.onDidCloseTerminal);
    agentTerminals().at(-1)?.dispose();
    await closed;
    const opened = next(vscode.window.onDidOpenTerminal);
    begin('d');
    didEmit.fire({ kind: 'toolProgress', callId: 'd', text: 'x' });
    assert.equal((await opened).name, 'Agent');
    finish('d', 'ok');
  });
});
