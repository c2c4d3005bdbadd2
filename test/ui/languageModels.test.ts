import assert from 'node:assert/strict';
import { AgentProbe } from '../support/agentProbe.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

describe('agent.provider "vscode-lm", without any key', () => {
  const ui = useWorkbench({ settings: { 'agent.provider': 'vscode-lm', 'agent.stallSeconds': 1 }, withModels: true });
  afterEach('end the run', () => new AgentProbe(ui).reset());
  const toasts = () => ui.workbench.notifications;

  /** The model answers from now on, or stays silent. */
  const script = (text: string | null): Promise<void> =>
    ui.host((vscode, said) => {
      const answer = () => (said === null ? new Promise(() => {}) : [new vscode.LanguageModelTextPart(said)]);
      // The model of test/support/vscode/lmExtension asks for it.
      Object.assign(globalThis, { answerOfTestModel: answer });
    }, text);

  it('asks for no key', async () => {
    await ui.workbench.openContainer('Agent');
    const { welcome } = ui.workbench.view('Todos');
    await welcome.getByText('Give the agent a task').waitFor();
    assert.equal(await welcome.getByText('Set API Key').count(), 0);
  });

  it('leads from a model that VS Code does not have to those it has, and goes on with the one that is picked', async () => {
    await script('Done by a subscription.');
    const { kind, reason } = await new AgentProbe(ui).call('agent.startTask', 'hello');
    assert.equal(kind, 'failed');
    assert.match(reason ?? '', /^VS Code offers no model "claude-sonnet-5-5"/);
    await toasts().clickToast('VS Code offers no model', 'Select Model');
    await ui.workbench.quickInput.pick('test-models/scripted');
    await toasts().toast('The task has ended').waitFor();
    await new AgentProbe(ui).transcriptWith('Done by a subscription.');
  });

  it('tells a silent model as such, with Retry', async () => {
    await script(null);
    const probe = new AgentProbe(ui);
    await probe.begin('agent.startTask', 'hello');
    await toasts()
      .toast(/not responding/)
      .waitFor();
    await script('Here.');
    await toasts().clickToast(/not responding/, 'Retry');
    assert.equal((await probe.outcome()).kind, 'completed');
  });

  it('shows how full the conversation is, and neither cache nor money, which nobody knows', async () => {
    await script('Here.');
    await new AgentProbe(ui).call('agent.startTask', 'hello');
    const meter = ui.workbench.statusBar.item('todo-agent.todo-agent.context');
    await meter.filter({ hasText: '/64k' }).waitFor();
    assert.match(await meter.innerText(), /^\s*[\d.]+k?\/64k\s*$/);
  });
});

describe('agent.provider "vscode-lm", where VS Code has no model', () => {
  const ui = useWorkbench({ settings: { 'agent.provider': 'vscode-lm' } });

  it('says what to do instead of an empty list', async () => {
    await ui.workbench.command('Agent: Select Model');
    const text = 'VS Code has no language model to offer';
    await ui.workbench.notifications.clickToast(text, 'Open Settings');
    await ui.workbench.editors.tab('Settings').waitFor();
    assert.equal(await ui.workbench.quickInput.box.count(), 0);
  });
});
