import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { sampleDirectory } from '../support/projectPaths.ts';
import { screenshot, themes } from '../support/screenshots.ts';
import { type AnswerBlock, type ServerTurn, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import type { Row } from '../support/workbench/view.ts';

type Status = 'pending' | 'in_progress' | 'completed';
type Todo = readonly [content: string, status: Status];

let lastId = 0;

function use(name: string, input: unknown): AnswerBlock {
  return { call: { id: `toolu_${++lastId}`, name, input } };
}

function plan(...todos: readonly Todo[]): AnswerBlock {
  return use('todo_write', { todos: todos.map(([content, status]) => ({ content, status })) });
}

function answer(...blocks: readonly AnswerBlock[]): ServerTurn {
  return { kind: 'answer', blocks };
}

/** Keeps the run going, for a test to look at. */
const hang: ServerTurn = { kind: 'hang' };

const read = 'Read the slug module';
const fix = 'Make one hyphen of many';
const check = 'Run the tests';
const command = 'node --print 6*7';
const oldPattern = '/[^a-z0-9]/g';

/** Reads, changes a file (asks), then wants to run a command (asks). */
const script: readonly ServerTurn[] = [
  answer(plan([read, 'in_progress'], [fix, 'pending'], [check, 'pending'])),
  answer(use('read_file', { file_path: 'slug.js' }), use('read_file', { file_path: 'slug.test.js' })),
  answer(plan([read, 'completed'], [fix, 'in_progress'], [check, 'pending'])),
  answer(use('edit_file', { file_path: 'slug.js', old_string: oldPattern, new_string: '/[^a-z0-9]+/g' })),
  answer(use('bash', { command })),
];

/** The tree as a person reads it, one indented label a line. */
function drawn(rows: readonly Row[]): string[] {
  return rows.map((row) => '  '.repeat(row.level - 1) + row.label);
}

describe('the todo tree', () => {
  let model: StrictServer;
  before('start the model', async () => void (model = await StrictServer.start()));
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url },
    env: { ANTHROPIC_API_KEY: 'test-key' },
  }));
  after('stop the model', () => model.stop());

  const view = () => ui.workbench.view('Todos');
  const row = async (label: string): Promise<Row | undefined> =>
    (await view().rows()).find((candidate) => candidate.label === label);

  /** Starts a task and leaves it running. */
  async function start(...turns: readonly ServerTurn[]): Promise<void> {
    await ui.workbench.openContainer('Agent');
    model.push(...turns);
    await ui.host((vscode) => {
      // Kept for `end`.
      Object.assign(globalThis, { run: vscode.commands.executeCommand('agent.startTask', { prompt: 'Fix it.' }) });
    });
  }

  /** Stops the task, if it still runs, and empties the list. */
  async function end(): Promise<void> {
    await ui.host(async (vscode) => {
      await vscode.commands.executeCommand('agent.stopTask');
      // `start` put it there.
      await (globalThis as unknown as { run: Promise<unknown> }).run;
      await vscode.commands.executeCommand('agent.newSession');
      await vscode.commands.executeCommand('notifications.clearAll');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    });
  }

  const approve = (): Promise<unknown> => ui.host((vscode) => vscode.commands.executeCommand('agent.approve'));

  /** The row stands before the question does. */
  const waiting = (label: string) =>
    view().rowsWhen((rows) => rows.some((one) => one.label === label && one.icon.includes('codicon-bell-dot')));

  /** The run at its second question. */
  async function startToCommand(): Promise<void> {
    await copyFile(path.join(sampleDirectory, 'slug.js'), path.join(ui.workspaceFolder, 'slug.js'));
    await start(...script);
    await waiting('edit_file: slug.js');
    await approve();
    await waiting(`bash: ${command}`);
    await view().row('+1 -1 slug.js').waitFor();
  }

  describe('while a call waits for the person', () => {
    before('run to the question', startToCommand);
    after('end the run', end);

    it('shows the plan with the work under each item', async () => {
      assert.deepEqual(drawn(await view().rows()), [
        `[x] ${read}`,
        '  2 reads',
        `[>] ${fix}`,
        '  +1 -1  slug.js',
        `  bash: ${command}`,
        `[ ] ${check}`,
      ]);
    });

    it('counts in the title and on the icon of the container', async () => {
      assert.equal(await view().description(), '1/3 completed');
      assert.equal(await ui.workbench.badge('Agent'), '2');
    });

    it('says states in words to a screen reader', async () => {
      const labels = (await view().rows()).map((candidate) => candidate.aria);
      assert.match(labels[0] ?? '', new RegExp(`^Completed: ${read}, 1 of 3, 2 reads`));
      assert.match(labels[2] ?? '', new RegExp(`^In progress: ${fix}, 2 of 3, waiting for you, 1 edit`));
      assert.match(labels[3] ?? '', /^Changed slug\.js: 1 line added, 1 line removed/);
      assert.ok(labels[4]?.startsWith(`bash: ${command}, waiting for you`), labels[4]);
      assert.match(labels[5] ?? '', new RegExp(`^Pending: ${check}, 3 of 3`));
    });

    it('tells states by different icons, none of them spinning', async () => {
      const icons = (await view().rows()).map((candidate) => candidate.icon.split(' ')[0]);
      assert.deepEqual(icons, [
        'codicon-pass',
        'codicon-files',
        'codicon-arrow-circle-right',
        'codicon-diff-modified',
        'codicon-bell-dot',
        'codicon-circle-outline',
      ]);
      assert.equal(await view().pane.locator('.codicon-modifier-spin').count(), 0);
    });

    it('says so in the status bar', async () => {
      const item = ui.workbench.statusBar.item('todo-agent.todo-agent.status');
      await item.filter({ hasText: 'Agent: waiting for you' }).waitFor();
    });

    it('opens exactly the change of a row', async () => {
      await view().row('+1 -1 slug.js').click();
      await ui.workbench.editors.tab('slug.js (changed by the agent)').waitFor();
      const side = (name: string) => ui.workbench.page.locator(`.monaco-diff-editor .editor.${name} .view-lines`);
      await side('original').getByText('/[^a-z0-9]/g').waitFor();
      await side('modified').getByText('/[^a-z0-9]+/g').waitFor();
    });

    it('opens a file that was read', async () => {
      await view().expand('2 reads');
      await view().row('slug.test.js').click();
      await ui.workbench.editors.tab('slug.test.js').waitFor();
    });

    it('can be told apart in every theme and in a narrow side bar', async () => {
      await ui.workbench.setSideBarWidth(250);
      for (const [name, theme] of Object.entries(themes)) {
        await ui.changeSettings({ 'workbench.colorTheme': theme });
        await screenshot(ui.workbench.page, `tree ${name}`);
        assert.notEqual((await row(`[x] ${read}`))?.iconColor, (await row(`[>] ${fix}`))?.iconColor, name);
      }
    });
  });

  describe('while the agent works', () => {
    before('run past the questions', async () => {
      await startToCommand();
      model.push(hang);
      await approve();
      await view().pane.locator('.label-description', { hasText: 'exit code 0' }).waitFor();
    });
    after('end the run', end);

    it('spins at the item in progress alone', async () => {
      await view().pane.locator('.codicon-modifier-spin').waitFor();
      const spinning = (await view().rows()).filter((candidate) => candidate.icon.includes('spin'));
      assert.deepEqual(
        spinning.map((candidate) => candidate.label),
        [`[>] ${fix}`],
      );
    });

    it('keeps a row as the person left it, whatever comes', async () => {
      await view().row(`[>] ${fix}`).locator('.monaco-tl-twistie').click();
      await view().row(`[ ] ${check}`).click();
      await ui.host((vscode) => vscode.commands.executeCommand('agent.sendMessage', { text: 'Go on.' }));
      await view().row('Said by you').waitFor();
      assert.equal((await row(`[>] ${fix}`))?.expanded, false);
      assert.equal((await row(`[ ] ${check}`))?.selected, true);
      await view().expand(`[>] ${fix}`);
    });

    it("opens a command's output", async () => {
      await view().row(`bash: ${command}`).click();
      await ui.workbench.editors.tab('node --print').waitFor();
      // The tab stands before its text is there.
      await ui.workbench.page.locator('.monaco-editor .view-line').filter({ hasText: /^42$/ }).first().waitFor();
      const text = await ui.host((vscode) => vscode.window.activeTextEditor?.document.getText());
      assert.equal(text, '42');
    });

    it('shows the command, its output and its exit code in the terminal, when asked to', async () => {
      assert.equal(await ui.workbench.page.locator('.terminal-wrapper.active').isVisible(), false);
      await ui.workbench.command('Agent: Show Terminal');
      await ui.workbench.page.locator('.terminal-wrapper.active .xterm-rows', { hasText: 'exit code 0' }).waitFor();
      assert.deepEqual((await ui.workbench.editors.terminalRows()).slice(-3), [`$ ${command}`, '42', 'exit code 0']);
      await ui.host((vscode) => vscode.commands.executeCommand('workbench.action.closePanel'));
    });

    it('tells all of it in the transcript', async () => {
      await ui.workbench.command('Agent: Open Transcript');
      await ui.workbench.editors.tab('Agent Transcript').waitFor();
      // It opens at its end.
      await ui.workbench.page.locator('.monaco-editor .view-line').filter({ hasText: 'exit code 0' }).first().waitFor();
      const text = await ui.host((vscode) => vscode.window.activeTextEditor?.document.getText());
      for (const part of ['    Fix it.', `[>] ${fix}`, '**`edit_file`** `slug.js`', 'Allowed.', 'exit code 0'])
        assert.ok(text?.includes(part), part);
    });
  });

  it('keeps the item at work in sight, and the call that waits', async () => {
    const steps = (now: number): AnswerBlock =>
      plan(
        ...Array.from({ length: 20 }, (_, index): Todo => {
          const status = index < now ? 'completed' : index === now ? 'in_progress' : 'pending';
          return [`Step ${index + 1}`, status];
        }),
      );
    await start(answer(steps(0)), answer(steps(16)), answer(use('bash', { command: 'node --print 1' })));
    await view().rowsWhen((rows) =>
      ['[>] Step 17', 'bash: node --print 1'].every((label) => rows.some((one) => one.label === label)),
    );
    await end();
  });

  it('spins nowhere and has no badge once the run is over', async () => {
    await start(answer(plan([read, 'in_progress'])), hang);
    await view().pane.locator('.codicon-modifier-spin').waitFor();
    await ui.host((vscode) => vscode.commands.executeCommand('agent.stopTask'));
    await view().pane.locator('.codicon-modifier-spin').waitFor({ state: 'detached' });
    assert.equal(await ui.workbench.badge('Agent'), '');
    await end();
  });

  it('shows odd text as what it is', async () => {
    const contents = [
      'first\nsecond',
      '$(zap) [a](command:b) <b>c</b> **d**',
      'e\u202ef',
      '\u001b[31mred\u001b[0m',
      '中文 🙂',
    ];
    await start(answer(plan(...contents.map((content): Todo => [content, 'pending']))), hang);
    await view().row('[ ] 中文 🙂').waitFor();
    assert.deepEqual(await view().labels(), [
      '[ ] first second',
      '[ ] $(zap) [a](command:b) <b>c</b> **d**',
      '[ ] e<U+202E>f',
      '[ ] red',
      '[ ] 中文 🙂',
    ]);
    await end();
  });

  it('puts calls without an item in progress below the list', async () => {
    await start(answer(use('read_file', { file_path: 'slug.js' })), answer(plan([read, 'pending'])), hang);
    await view().row(`[ ] ${read}`).waitFor();
    assert.deepEqual(await view().labels(), [`[ ] ${read}`, 'Outside the plan']);
    await end();
  });
});
