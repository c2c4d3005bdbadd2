import assert from 'node:assert/strict';
import { AgentProbe, textsOf } from '../support/agentProbe.ts';
import { call, fail, say, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

const plan = { todos: [{ content: 'Look around', status: 'in_progress' }] };
const usage = { input_tokens: 30_000, output_tokens: 400 };

describe('the context of a conversation', () => {
  let model: StrictServer;
  before('start the model', async () => {
    model = await StrictServer.start([], { otherwise: () => say('Noted.', { usage }) });
  });
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url, 'agent.model': 'claude-opus-4-6', 'agent.effort': 'xhigh' },
    env: { ANTHROPIC_API_KEY: 'test-key' },
    files: { 'AGENTS.md': 'Always say please.', 'CLAUDE.md': '@AGENTS.md' },
  }));
  after('stop the model', () => model.stop());
  afterEach('end the run', async () => {
    await new AgentProbe(ui).reset();
    model.clear();
  });
  const toasts = () => ui.workbench.notifications;
  const meter = () => ui.workbench.statusBar.item('todo-agent.todo-agent.context');
  const systemOf = (body: unknown): string => JSON.stringify((body as { system: unknown }).system);

  it('is measured in the status bar, and begins anew with the conversation', async () => {
    const probe = new AgentProbe(ui);
    await probe.call('agent.startTask', 'hello');
    await meter()
      .filter({ hasText: /30k\/1M.*\$0\.16/ })
      .waitFor();
    await probe.call('agent.newSession');
    await meter().waitFor({ state: 'detached' });
  });

  it('offers to sum up only while no run is on', async () => {
    const probe = new AgentProbe(ui);
    const said = (text: string) => meter().locator(`[aria-label*="${text}"]`).waitFor();
    await probe.call('agent.startTask', 'hello');
    await said('Click to compact it now.');
    model.push({ kind: 'hang' });
    const asked = model.requests.length + 1;
    await probe.begin('agent.sendMessage', 'more');
    await model.received(asked);
    await said('Once no task is on, a click compacts it.');
    await probe.call('agent.stopTask');
    await said('Click to compact it now.');
  });

  it('begins with the notes of the project, named in the transcript, in the same bytes until the end', async () => {
    const probe = new AgentProbe(ui);
    await probe.call('agent.startTask', 'hello');
    await probe.call('agent.sendMessage', 'more');
    const [first, second] = model.bodies.slice(-2).map(systemOf);
    assert.match(first ?? '', /Always say please\./);
    assert.equal(second, first);
    const transcript = await probe.transcriptWith('Noted.');
    assert.equal(transcript.split('Notes for the agent in its instructions: AGENTS.md.').length, 2);
  });

  it('is summed up at the wish of the person, the list and its records kept word for word', async () => {
    model.push(call('toolu_c1', 'todo_write', plan), call('toolu_c2', 'read_file', { file_path: 'slug.js' }));
    model.push(say('There is one module.', { usage }));
    const probe = new AgentProbe(ui);
    await probe.call('agent.startTask', 'look around');
    model.push(say('<summary>One module, slug.js.</summary>', { usage }));
    await ui.workbench.command('Agent: Compact Conversation');
    await ui.workbench.quickInput.answer('keep the names');
    await toasts().toast('The conversation was summed up').waitFor();
    assert.match(textsOf(model.bodies.at(-1)).at(-1) ?? '', /The user asks of this summary: keep the names/);
    await meter()
      .filter({ hasText: /^\s*(\d+|[\d.]{3}k)\/1M/ })
      .waitFor();
    assert.match(await probe.transcriptWith('was summed up to make room'), /Summing up the conversation/);
    await probe.call('agent.sendMessage', 'and now?');
    const sent = textsOf(model.bodies.at(-1)).join('\n');
    for (const kept of ['One module, slug.js.', 'look around', '[>] Look around', '- 1 read', 'user: and now?']) {
      assert.ok(sent.includes(kept), `${kept} in ${sent}`);
    }
    assert.doesNotMatch(sent, /There is one module/);
  });

  it('stays as it was when summing up is stopped, fails, or is declined by the model', async () => {
    const probe = new AgentProbe(ui);
    await probe.call('agent.startTask', 'hello');
    model.push({ kind: 'hang' });
    const asked = model.requests.length + 1;
    await probe.begin('agent.compact', { instructions: '' });
    await model.received(asked);
    await toasts().cancelProgress('The agent sums up the conversation');
    await toasts().toast('the conversation stays as it was').waitFor();
    model.push(fail(401, 'authentication_error', 'no'));
    await probe.begin('agent.compact', { instructions: '' });
    const failed = 'could not be summed up';
    await toasts().toast(failed).waitFor();
    assert.deepEqual(await toasts().toastButtons(failed), ['Set API Key', 'Retry']);
    model.push(say('I will not sum that up.', { stopReason: 'refusal' }));
    await probe.begin('agent.compact', { instructions: '' });
    await toasts().toast('The model wrote no summary: the conversation stays as it was.').waitFor();
    await probe.call('agent.sendMessage', 'more');
    assert.deepEqual(textsOf(model.bodies.at(-1)), ['user: hello', 'assistant: Noted.', 'user: more']);
  });

  it('is made shorter by itself when it is nearly full, and the task goes on', async () => {
    await ui.changeSettings({ 'agent.contextTokens': 10_000 });
    model.push(call('toolu_c4', 'glob', { pattern: 'slug.js' }, { usage }), say('<summary>Found it.</summary>'));
    const probe = new AgentProbe(ui);
    const { kind, rounds } = await probe.call('agent.startTask', 'find it');
    await ui.changeSettings({ 'agent.contextTokens': undefined });
    assert.deepEqual([kind, rounds], ['completed', 1]);
    const [head, ...round] = textsOf(model.bodies.at(-1));
    assert.match(head ?? '', /<summary>\nFound it\./);
    assert.deepEqual(round.slice(-2), ['assistant: [tool_use toolu_c4]', 'user: [tool_result toolu_c4] slug.js']);
    assert.match(await probe.transcriptWith('was summed up to make room'), /Noted\./);
  });

  it('is asked for with the effort that was set, the next lower one where the model has no such', async () => {
    await new AgentProbe(ui).call('agent.startTask', 'hello');
    const { output_config, thinking } = model.bodies.at(-1) as { output_config: unknown; thinking: { type: string } };
    assert.deepEqual([output_config, thinking.type], [{ effort: 'high' }, 'adaptive']);
  });

  for (const [stopReason, words] of [
    ['refusal', 'The model declined to answer.'],
    ['pause_turn', 'The model paused its answer.'],
    ['brand_new', "The answer ended for a reason that isn't known here: brand_new."],
  ] as const) {
    it(`tells that an answer ended by ${stopReason}`, async () => {
      model.push(say('Well,', { stopReason }));
      await new AgentProbe(ui).call('agent.startTask', 'hello');
      await toasts().toast(words).waitFor();
    });
  }

  it('shows what the model thinks folded, and sends it back with its signature', async () => {
    model.push({ ...call('toolu_c3', 'glob', { pattern: 'slug.js' }), thinking: 'Which files are there?' });
    const probe = new AgentProbe(ui);
    await probe.call('agent.startTask', 'hello');
    const [, answer] = (model.bodies.at(-1) as { messages: { content: { type: string; signature?: string }[] }[] })
      .messages;
    assert.equal(answer?.content[0]?.type, 'thinking');
    assert.ok(answer.content[0].signature);
    await ui.host((vscode) => vscode.commands.executeCommand('agent.conversation.focus'));
    const page = ui.workbench.webview();
    const thought = page.locator('details', { hasText: 'The agent thinks' });
    await thought.waitFor();
    assert.equal(await thought.getByText('Which files are there?').isVisible(), false);
    await thought.locator('summary').click();
    await thought.getByText('Which files are there?').waitFor();
  });
});
