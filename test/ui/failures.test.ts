import assert from 'node:assert/strict';
import { AgentProbe, textsOf } from '../support/agentProbe.ts';
import { call, fail, say, type ServerTurn, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

describe('a request that fails', () => {
  let model: StrictServer;
  before('start the model', async () => {
    model = await StrictServer.start([], { models: ['other-model'], otherwise: () => say('It works.') });
  });
  const ui = useWorkbench(() => ({ settings: { 'agent.baseUrl': model.url }, env: { ANTHROPIC_API_KEY: 'test-key' } }));
  after('stop the model', () => model.stop());
  afterEach('end the run', () => new AgentProbe(ui).reset());
  const host = (): string => new URL(model.url).host;
  const toasts = () => ui.workbench.notifications;
  const lastTexts = (): readonly string[] => textsOf(model.bodies.at(-1));

  /** Runs a task against these answers, to its failure; the sentence shown and its buttons. */
  async function failure(...turns: readonly ServerTurn[]): Promise<readonly [string, readonly string[]]> {
    model.push(...turns);
    const { kind, reason } = await new AgentProbe(ui).call('agent.startTask', 'hello');
    assert.equal(kind, 'failed');
    const text = 'The task has failed: ';
    await toasts().toast(text).waitFor();
    assert.equal(await toasts().toastText(text), `${text}${reason}`);
    return [reason ?? '', await toasts().toastButtons(text)];
  }

  /** The way on: the history as it was, without a word more, and an answer. */
  async function retry(): Promise<void> {
    await toasts().clickToast('The task has failed', 'Retry');
    await toasts().toast('The task has ended').waitFor();
    assert.deepEqual(lastTexts(), ['user: hello']);
    const texts = await new AgentProbe(ui).call('agent.sendMessage', 'more').then(lastTexts);
    assert.deepEqual(texts, ['user: hello', 'assistant: It works.', 'user: more']);
  }

  it('because of the key (401) leads to setting another one', async () => {
    const [reason, buttons] = await failure(fail(401, 'authentication_error', 'invalid x-api-key'));
    assert.match(reason, new RegExp(`^${host()} did not accept the API key \\(401\\)`));
    assert.deepEqual(buttons, ['Set API Key', 'Retry', 'Show Transcript']);
    await toasts().clickToast('did not accept', 'Set API Key');
    await ui.workbench.quickInput.titled('Set API Key');
    await ui.workbench.quickInput.escape();
  });

  it('because of the model (404) leads to selecting another one', async () => {
    const [reason, buttons] = await failure(fail(404, 'not_found_error', 'model: claude-sonnet-5-5'));
    assert.match(reason, /has no model "claude-sonnet-5-5" \(404\)/);
    assert.deepEqual(buttons, ['Select Model', 'Retry', 'Show Transcript']);
    await toasts().clickToast('has no model', 'Select Model');
    await ui.workbench.quickInput.box.locator('.monaco-list-row', { hasText: 'other-model' }).waitFor();
    await ui.workbench.quickInput.escape();
  });

  it('because of the address (404) leads to the settings', async () => {
    const page: ServerTurn = { kind: 'raw', status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' };
    const [reason, buttons] = await failure(page);
    assert.match(reason, new RegExp(`^Nothing answers at ${model.url}/v1/messages \\(404\\)`));
    assert.deepEqual(buttons, ['Open Settings', 'Retry', 'Show Transcript']);
    await toasts().clickToast('Nothing answers', 'Open Settings');
    await ui.workbench.editors.tab('Settings').waitFor();
  });

  it('because of too many requests (429) is repeated when the server says, without a word to the person', async () => {
    model.push(fail(429, 'rate_limit_error', 'Slow down', { 'retry-after': '1' }));
    const probe = new AgentProbe(ui);
    await probe.begin('agent.startTask', 'hello');
    await ui.workbench.statusBar
      .item('todo-agent.todo-agent.wait')
      .filter({ hasText: /next try in 1 s/ })
      .waitFor();
    assert.equal((await probe.outcome()).kind, 'completed');
    assert.deepEqual(lastTexts(), ['user: hello']);
    assert.match(await probe.transcriptWith('It works.'), /attempt 2 in 1\.0 s/);
  });

  it('is repeated at once when the person does not want to wait', async () => {
    model.push(fail(529, 'overloaded_error', 'Overloaded', { 'retry-after': '300' }));
    const probe = new AgentProbe(ui);
    await probe.begin('agent.startTask', 'hello');
    await ui.workbench.statusBar.item('todo-agent.todo-agent.wait').filter({ hasText: 'next try' }).click();
    assert.equal((await probe.outcome()).kind, 'completed');
    await ui.workbench.statusBar.item('todo-agent.todo-agent.wait').waitFor({ state: 'detached' });
  });

  it('because the request was refused (400) can be repeated first, and looked up second', async () => {
    const [, buttons] = await failure(fail(400, 'invalid_request_error', 'no'));
    assert.deepEqual(buttons, ['Retry', 'Open Log', 'Show Transcript']);
    await retry();
  });

  it('because of the server (500) can be repeated by the person, once the repeats have not helped', async () => {
    // What the server says may not become a link.
    const turn = fail(500, 'api_error', 'see [here](command:workbench.action.quit)', { 'x-should-retry': 'false' });
    const [reason, buttons] = await failureAsShown(turn);
    assert.match(reason, new RegExp(`^${host()} failed \\(500\\)`));
    assert.deepEqual(buttons, ['Retry', 'Show Transcript']);
    assert.equal(await toasts().toast('The task has failed').locator('.notification-list-item-message a').count(), 0);
    await retry();
  });

  /** Like `failure`, where the sentence is shown differently from how the server wrote it. */
  async function failureAsShown(turn: ServerTurn): Promise<readonly [string, readonly string[]]> {
    model.push(turn);
    const { reason } = await new AgentProbe(ui).call('agent.startTask', 'hello');
    await toasts().toast('The task has failed').waitFor();
    return [reason ?? '', await toasts().toastButtons('The task has failed')];
  }

  it('because nobody listens names the address, and goes on once somebody does', async () => {
    const closed = await StrictServer.start();
    const { url } = closed;
    await closed.stop();
    await ui.changeSettings({ 'agent.baseUrl': url });
    const [reason, buttons] = await failure();
    assert.match(reason, new RegExp(`^Nothing accepts connections at ${new URL(url).host}`));
    assert.deepEqual(buttons, ['Open Settings', 'Retry', 'Show Transcript']);
    await ui.changeSettings({ 'agent.baseUrl': model.url });
    await retry();
  });

  it('in the middle of the answer is repeated; half an answer stays out of the history', async () => {
    model.push({ kind: 'broken', answer: say('Half of an answer that is cut off here.'), afterEvents: 4 });
    const probe = new AgentProbe(ui);
    assert.equal((await probe.call('agent.startTask', 'hello')).kind, 'completed');
    assert.deepEqual(lastTexts(), ['user: hello']);
    const transcript = await probe.transcriptWith('It works.');
    assert.match(transcript, /attempt 2 in/);
    assert.doesNotMatch(transcript, /Half of an answer/);
  });

  it('behind a round leaves the round in the history, and goes on from there', async () => {
    const turn = fail(500, 'api_error', 'Internal', { 'x-should-retry': 'false' });
    await failure(call('toolu_r1', 'glob', { pattern: 'slug.js' }), turn);
    await toasts().clickToast('The task has failed', 'Retry');
    await toasts().toast('The task has ended').waitFor();
    assert.deepEqual(lastTexts(), [
      'user: hello',
      'assistant: [tool_use toolu_r1]',
      'user: [tool_result toolu_r1] slug.js',
    ]);
  });

  it('is not repeated by an old notification, in whatever conversation is open by then', async () => {
    await failure(fail(401, 'authentication_error', 'invalid x-api-key'));
    const probe = new AgentProbe(ui);
    assert.equal((await probe.call('agent.startTask', 'something else')).kind, 'completed');
    const asked = model.requests.length;
    await toasts().clickToast('The task has failed', 'Retry');
    await toasts().toast('Nothing was started: something else has begun since').waitFor();
    await probe.call('agent.continueTask', { sessionId: 'that of a run that was cut off' });
    assert.equal(model.requests.length, asked);
  });
});
