import assert from 'node:assert/strict';
import { say, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

/** Opens the sample in a window of its own. */
const elsewhere = new Set(['agent.runDemo']);

/** What a keybinding or another extension may pass: nothing, a row that has gone, things of any other shape. */
const callers: readonly (readonly [who: string, argument: unknown])[] = [
  ['from the palette', undefined],
  ['for a row that has gone', 'todo:todo-99'],
  ['with anything at all', { nobody: 'knows' }],
];

describe('every command, with no list and no run', () => {
  let model: StrictServer;
  before('start the model', async () => void (model = await StrictServer.start([], { otherwise: () => say('Done.') })));
  const ui = useWorkbench(() => ({ settings: { 'agent.baseUrl': model.url }, env: { ANTHROPIC_API_KEY: 'test-key' } }));
  after('stop the model', () => model.stop());

  for (const [who, argument] of callers) {
    it(`does nothing unheard-of when called ${who}`, async () => {
      const before = model.bodies.length;
      const failures = await ui.host(
        async (vscode, left, given) => {
          const extension = vscode.extensions.getExtension('todo-agent.todo-agent');
          await extension?.activate();
          // The manifest, as it is installed.
          const manifest = extension?.packageJSON as { contributes: { commands: { command: string }[] } };
          const failed: string[] = [];
          for (const { command } of manifest.contributes.commands) {
            if (left.includes(command)) continue;
            let isDone = false;
            const done = vscode.commands.executeCommand(command, given ?? undefined).then(
              () => (isDone = true),
              (error: unknown) => {
                isDone = true;
                failed.push(`${command}: ${String(error)}`);
              },
            );
            // A person who asks for something else closes what it opened.
            while (!isDone) await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
            await done;
          }
          return failed;
        },
        [...elsewhere],
        argument,
      );
      assert.deepEqual(failures, []);
      // A string is a prompt to some.
      if (typeof argument !== 'string') assert.equal(model.bodies.length, before, 'nothing said, nothing asked');
    });
  }
});
