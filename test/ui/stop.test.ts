import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile, watch } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AgentProbe, textsOf } from '../support/agentProbe.ts';
import { call, fail, say, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

/** A child, and a grandchild that would outlive it; their ids go into pids.txt. */
const family = 'sh -c "echo \\$\\$ > pids.txt; sleep 500 & echo \\$! >> pids.txt; echo > ready.txt; wait" & wait';

describe('Stop', () => {
  let model: StrictServer;
  before('start the model', async () => {
    model = await StrictServer.start([], { otherwise: () => say('Here I am.') });
  });
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url },
    env: { ANTHROPIC_API_KEY: 'test-key' },
    withoutSample: true,
  }));
  after('stop the model', () => model.stop());
  afterEach('end what a failed test left', () => new AgentProbe(ui).reset());

  const status = () => ui.workbench.statusBar.item('todo-agent.todo-agent.status');
  const wait = () => ui.workbench.statusBar.item('todo-agent.todo-agent.wait');

  /** Stops as a person does; what the run says then, in outcome, transcript and notification. */
  async function stopped(probe: AgentProbe): Promise<string> {
    await ui.workbench.command('Agent: Stop Task');
    const { kind, reason = '' } = await probe.outcome();
    assert.equal(kind, 'cancelled');
    assert.ok((await probe.transcriptWith('## Stopped')).trimEnd().endsWith(reason));
    await ui.workbench.notifications.toast(`The task was stopped. ${reason}`).waitFor();
    return reason;
  }

  /** Nothing moves any more, and the conversation goes on, with a history that the strict server takes. */
  async function goesOn(probe: AgentProbe): Promise<readonly string[]> {
    assert.equal(await probe.state(), 'idle');
    await status().filter({ hasText: 'Agent' }).waitFor();
    assert.equal(await status().locator('.codicon-modifier-spin').count(), 0);
    assert.equal(await ui.workbench.view('Todos').pane.locator('.codicon-modifier-spin').count(), 0);
    assert.equal((await probe.call('agent.sendMessage', { text: 'still there?' })).kind, 'completed');
    const texts = textsOf(model.bodies.at(-1));
    assert.equal(texts.at(-1), 'user: still there?');
    return texts;
  }

  it('ends an answer in the middle', async () => {
    const probe = new AgentProbe(ui);
    model.push(say('One, two, three, four, five, six, seven, eight.', { pieceSize: 4, pieceDelayMs: 300 }));
    await probe.begin('agent.startTask', 'count');
    await probe.transcriptWith('One');
    assert.equal(await status().locator('.codicon-modifier-spin').count(), 1);
    assert.equal(await stopped(probe), 'Stopped while the model was answering.');
    await model.idle();
    assert.deepEqual(await goesOn(probe), ['user: count', 'user: still there?']);
  });

  it('ends a command with its children and theirs', async () => {
    const probe = new AgentProbe(ui);
    model.push({
      kind: 'answer',
      blocks: [
        { call: { id: 'toolu_k1', name: 'bash', input: { command: family } } },
        { call: { id: 'toolu_k2', name: 'read_file', input: { file_path: 'pids.txt' } } },
      ],
    });
    const ready = appears(path.join(ui.workspaceFolder, 'ready.txt'));
    await probe.begin('agent.startTask', 'run it');
    await probe.asked();
    await probe.call('agent.approve');
    await ready;
    const pids = (await readFile(path.join(ui.workspaceFolder, 'pids.txt'), 'utf8')).trim().split('\n').map(Number);
    assert.equal(pids.length, 2);
    assert.deepEqual(pids.map(isAlive), [true, true]);
    assert.match(await stopped(probe), /^Stopped while bash \(sh -c .*\) was under way\.$/);
    for (const pid of pids) while (isAlive(pid)) await setImmediate();
    const texts = await goesOn(probe);
    assert.match(texts[3] ?? '', /^user: \[tool_result toolu_k1\] Cancelled by user while the call was running/);
    assert.match(texts[4] ?? '', /^user: \[tool_result toolu_k2\] Cancelled by user; the call was not run/);
  });

  it('takes a question back', async () => {
    const probe = new AgentProbe(ui);
    model.push(call('toolu_p1', 'bash', { command: 'touch asked.txt' }));
    await probe.begin('agent.startTask', 'touch it');
    await ui.workbench.notifications.toast('touch asked.txt').waitFor();
    const reason = await stopped(probe);
    assert.equal(reason, 'Stopped while bash (touch asked.txt) waited for your answer; it was not run.');
    await ui.workbench.notifications.toast('Run "touch asked.txt').waitFor({ state: 'detached' });
    await goesOn(probe);
  });

  it('cuts the wait for the next attempt short, which is counted in the status bar', async () => {
    const probe = new AgentProbe(ui);
    model.push(fail(429, 'rate_limit_error', 'Too many requests', { 'retry-after': '300' }));
    await probe.begin('agent.startTask', 'hello');
    await wait()
      .filter({ hasText: /next try in (300|29\d) s/ })
      .waitFor();
    await wait()
      .filter({ hasText: /next try in 29\d s/ })
      .waitFor();
    assert.equal(await stopped(probe), 'Stopped while waiting to ask the model again.');
    await wait().waitFor({ state: 'detached' });
    assert.deepEqual(await goesOn(probe), ['user: hello', 'user: still there?']);
  });

  it('is not needed for a command that takes longer than agent.bash.timeout', async () => {
    const probe = new AgentProbe(ui);
    await ui.changeSettings({ 'agent.bash.timeout': 1000 });
    model.push(call('toolu_o1', 'bash', { command: 'sleep 500' }));
    await probe.begin('agent.startTask', 'run it');
    await probe.asked();
    await probe.call('agent.approve');
    assert.equal((await probe.outcome()).kind, 'completed');
    assert.equal(textsOf(model.bodies.at(-1))[2], 'user: [tool_result toolu_o1] Error: Timeout (1s)');
    await ui.changeSettings({ 'agent.bash.timeout': undefined });
  });

  it('is not needed to end one command: Ctrl+C in the terminal does', async () => {
    const probe = new AgentProbe(ui);
    model.push(call('toolu_c1', 'bash', { command: 'echo begun > begun.txt; echo begun; sleep 500; echo over' }));
    const begun = appears(path.join(ui.workspaceFolder, 'begun.txt'));
    await probe.begin('agent.startTask', 'run it');
    await probe.asked();
    await probe.call('agent.approve');
    await begun;
    await ui.workbench.command('Agent: Show Terminal');
    const rows = ui.workbench.page.locator('.terminal-wrapper.active .xterm-rows');
    await rows.getByText('begun', { exact: true }).waitFor();
    assert.equal(await probe.state(), 'running');
    await ui.workbench.page.locator('.terminal-wrapper.active').click();
    await ui.workbench.page.keyboard.press('Control+c');
    assert.equal((await probe.outcome()).kind, 'completed');
    await rows.getByText('stopped').last().waitFor();
    const result = textsOf(model.bodies.at(-1))[2] ?? '';
    assert.match(result, /^user: \[tool_result toolu_c1\] .*the task goes on/);
  });
});

/** Resolves when the file has come. Call it before whatever makes the file. */
async function appears(file: string): Promise<void> {
  for await (const { filename } of watch(path.dirname(file))) if (filename === path.basename(file)) return;
}

/** A process that has ended but was not yet collected by its parent counts as gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
