import assert from 'node:assert/strict';
import { textsOf } from '../support/agentProbe.ts';
import { screenshotInThemes } from '../support/screenshots.ts';
import { say } from '../support/strictServer.ts';
import { answer, hang, plan, use } from '../support/todoTurns.ts';
import { useListWindow } from '../support/useListWindow.ts';

const read = 'Read the slug module';
const fix = 'Make one hyphen of many';

describe('a window that goes away', () => {
  const { ui, model, probe, view, begin, reset } = useListWindow({ otherwise: () => say('Done.') });
  afterEach('end the run', reset);

  async function comeBack(isCrash: boolean): Promise<void> {
    if (isCrash) process.kill(await ui.host(() => Promise.resolve(process.pid)), 'SIGKILL');
    await ui.reload();
    await ui.workbench.openContainer('Agent');
    await view().row(`[>] ${read}`).waitFor();
  }

  for (const isCrash of [false, true]) {
    it(`${isCrash ? 'in a crash' : 'on a reload'} while the run is paused leaves nothing that spins or waits`, async () => {
      await begin(answer(plan(`[>] ${read}`, `[ ] ${fix}`)), answer(use('bash', { command: 'node --print 1' })));
      await probe.asked();
      await probe.call('agent.pause');
      await probe.call('agent.pause');
      await probe.call('agent.sendMessage', { text: 'Mind the tests.' });
      await probe.call('agent.addTodo', undefined, 'Write the changelog');
      await probe.call('agent.approve');
      await view().pane.locator('.message', { hasText: 'Paused: asked for by you' }).waitFor();
      await comeBack(isCrash);
      const message = view().pane.locator('.message', { hasText: '3 left open: interrupted' });
      await message.waitFor();
      assert.doesNotMatch(await message.innerText(), /Paused/);
      assert.equal(await probe.state(), 'idle');
      assert.equal(await ui.workbench.badge('Agent'), '');
      const rows = await view().rows();
      assert.ok(!rows.some(({ icon }) => icon.includes('spin')));
      const added = rows.find(({ label }) => label === '[ ] Write the changelog');
      assert.match(added?.description ?? '', /^not started, not sent yet, locked/);
      await ui.workbench.setSideBarWidth(250);
      await screenshotInThemes(ui, 'list-interrupted');
      model.push(answer({ text: 'On we go.' }));
      await probe.call('agent.sendMessage', { text: 'Go on.' });
      const sent = textsOf(model.bodies.at(-1)).join('\n');
      for (const part of ['Mind the tests.', 'added "Write the changelog"', 'Go on.'])
        assert.ok(sent.includes(part), part);
    });
  }

  it('while the agent works leaves the item unfinished, and its stop points', async () => {
    await begin(answer(plan(`[>] ${read}`, `[ ] ${fix}`)), hang);
    await view().row(`[ ] ${fix}`).waitFor();
    await view().contextMenu(`[ ] ${fix}`, 'Pause Before This Item');
    await view().rowsWhen((all) => all.some(({ icon }) => icon.includes('debug-breakpoint')));
    await comeBack(true);
    const rows = await view().rowsWhen((all) => all.some(({ icon }) => icon.includes('debug-breakpoint')));
    assert.match(rows[0]?.description ?? '', /^unfinished: interrupted/);
    assert.match(rows[0]?.icon ?? '', /debug-disconnect/);
    // It is as it was left.
    assert.ok(!rows.some(({ aria }) => aria.includes('changed since you looked')));
    assert.equal(await view().pane.locator('.highlight').count(), 0);
    assert.equal(await view().pane.locator('.codicon-modifier-spin').count(), 0);
  });
});
