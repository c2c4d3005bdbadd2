import assert from 'node:assert/strict';
import { AgentProbe, textsOf } from '../support/agentProbe.ts';
import { call, fail, say, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

/** Nothing more comes; by the setting the person is told after a second. */
const silence = /not responding: no answer for \d+ s/;

describe('a model that makes the person wait', () => {
  let model: StrictServer;
  before('start the model', async () => {
    model = await StrictServer.start([], { otherwise: () => say('It works.') });
  });
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url, 'agent.stallSeconds': 1 },
    env: { ANTHROPIC_API_KEY: 'test-key' },
  }));
  after('stop the model', () => model.stop());
  afterEach('end the run', async () => {
    await new AgentProbe(ui).reset();
    model.clear();
  });
  const toasts = () => ui.workbench.notifications;
  const item = () => ui.workbench.statusBar.item('todo-agent.todo-agent.wait');
  const view = () => ui.workbench.view('Todos');
  const told = (text: string | RegExp) => view().pane.locator('.message', { hasText: text });

  it('by saying nothing at all is shown everywhere, and asked again when the person wants that', async () => {
    model.push({ kind: 'hang' });
    const probe = new AgentProbe(ui);
    await probe.begin('agent.startTask', 'hello');
    await toasts().toast(silence).waitFor();
    assert.deepEqual(await toasts().toastButtons(silence), ['Retry', 'Stop']);
    await item().filter({ hasText: silence }).waitFor();
    await told(silence).waitFor();
    assert.ok((await view().titleActions()).includes('Ask the Model Again Now'));
    await toasts().clickToast(silence, 'Retry');
    assert.equal((await probe.outcome()).kind, 'completed');
    await item().waitFor({ state: 'detached' });
    await told(silence).waitFor({ state: 'detached' });
    assert.deepEqual(textsOf(model.bodies.at(-1)), ['user: hello']);
  });

  it('in the middle of its answer can be stopped; the conversation goes on from there', async () => {
    model.push(call('toolu_w1', 'glob', { pattern: 'slug.js' }));
    model.push({ kind: 'silent', answer: say('Half of an answer.'), afterEvents: 4 });
    const probe = new AgentProbe(ui);
    await probe.begin('agent.startTask', 'hello');
    await toasts().toast(silence).waitFor();
    await toasts().clickToast(silence, 'Stop');
    const { kind, reason } = await probe.outcome();
    assert.deepEqual([kind, reason], ['cancelled', 'Stopped while the model was answering.']);
    await probe.call('agent.continueTask');
    assert.deepEqual(textsOf(model.bodies.at(-1)), [
      'user: hello',
      'assistant: [tool_use toolu_w1]',
      'user: [tool_result toolu_w1] slug.js',
    ]);
  });

  it('until it is less busy counts down where the person looks, and Stop cuts that short', async () => {
    model.push(fail(529, 'overloaded_error', 'Overloaded', { 'retry-after': '300' }));
    const probe = new AgentProbe(ui);
    await probe.begin('agent.startTask', 'hello');
    await item().filter({ hasText: 'next try in 300 s' }).waitFor();
    await item()
      .filter({ hasText: /next try in 2\d\d s/ })
      .waitFor();
    await told(/next try in 29\d s/).waitFor();
    assert.match(await probe.transcriptWith('attempt 2'), /is overloaded \(529\)/);
    await view().titleAction('Stop Task');
    const { kind, reason } = await probe.outcome();
    assert.deepEqual([kind, reason], ['cancelled', 'Stopped while waiting to ask the model again.']);
    await item().waitFor({ state: 'detached' });
    await probe.call('agent.sendMessage', 'again');
    assert.deepEqual(textsOf(model.bodies.at(-1)), ['user: hello', 'user: again']);
  });

  it('shows its countdown beside the title of the conversation', async () => {
    model.push(fail(429, 'rate_limit_error', 'Slow down', { 'retry-after-ms': '300000' }));
    const probe = new AgentProbe(ui);
    await ui.host((vscode) => vscode.commands.executeCommand('agent.conversation.focus'));
    await probe.begin('agent.startTask', 'hello');
    await ui.workbench
      .view('Conversation')
      .pane.locator('.pane-header .description', { hasText: /next try in \d+ s/ })
      .waitFor();
    await item().click();
    assert.equal((await probe.outcome()).kind, 'completed');
  });
});
