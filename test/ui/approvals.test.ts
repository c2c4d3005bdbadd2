import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshot } from '../support/screenshots.ts';
import { type AnswerBlock, say, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

const numbers = 'one\ntwo\nthree\n';
const changed = 'one\n2\nthree\n';

interface Result {
  readonly text: string;
  readonly isError: boolean;
}

/** What is looked at in a request; the server has validated it. */
interface Body {
  readonly messages: readonly {
    readonly content: readonly { readonly type: string; readonly content?: string; readonly is_error?: boolean }[];
  }[];
}

let lastId = 0;

function bash(command: string): AnswerBlock {
  return { call: { id: `toolu_${++lastId}`, name: 'bash', input: { command } } };
}

/** Makes `numbers` into `changed`. */
function write(file: string, content = changed): AnswerBlock {
  return { call: { id: `toolu_${++lastId}`, name: 'write_file', input: { file_path: file, content } } };
}

describe('approvals', () => {
  let model: StrictServer;
  before('start the model', async () => void (model = await StrictServer.start([], { otherwise: () => say('Done.') })));
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url },
    env: { ANTHROPIC_API_KEY: 'test-key' },
    withoutSample: true,
    files: { 'mine.txt': 'mine\n', 'other.txt': 'other\n' },
  }));
  after('stop the model', () => model.stop());

  // A file of its own for each test: VS Code notices a file that is written back only later.
  let file = '';
  let toast = '';
  let diff = '';

  beforeEach('make a file to change and one that the person works in', async () => {
    file = `numbers${++lastId}.txt`;
    toast = `Change "${file}" (+1 -1)?`;
    diff = `${file} (proposed by the agent)`;
    await writeFile(fileOf(file), numbers);
    await ui.host(async (vscode, mine) => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.commands.executeCommand('notifications.clearAll');
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(mine), { preview: false });
      editor.selection = new vscode.Selection(0, 1, 0, 3);
    }, fileOf('mine.txt'));
  });
  afterEach('end what a failed test left open', () =>
    ui.host(async (vscode) => {
      await vscode.commands.executeCommand('agent.stopTask');
      // `start` put it there; a run that still ends would have the next one refused.
      await (globalThis as unknown as { run?: Promise<unknown> }).run;
    }),
  );

  const fileOf = (name: string): string => path.join(ui.workspaceFolder, name);
  const notifications = () => ui.workbench.notifications;

  /** Starts a task whose model makes these calls in one answer, then says something. */
  async function start(...calls: readonly AnswerBlock[]): Promise<void> {
    model.push({ kind: 'answer', blocks: calls });
    await ui.host((vscode) => {
      // Kept for `outcome`.
      Object.assign(globalThis, { run: vscode.commands.executeCommand('agent.startTask', { prompt: 'Do it.' }) });
    });
  }

  const outcome = (): Promise<{ kind: string }> =>
    // `start` put it there.
    ui.host(() => (globalThis as unknown as { run: Promise<{ kind: string }> }).run);

  /** What the model was told about its calls, once the run is over. */
  async function results(): Promise<readonly Result[]> {
    await outcome();
    const { messages } = model.bodies.at(-1) as Body;
    const content = messages.at(-1)?.content ?? [];
    return content
      .filter((block) => block.type === 'tool_result')
      .map((block) => ({ text: block.content ?? '', isError: block.is_error === true }));
  }

  const tabs = (): Promise<readonly string[]> =>
    ui.host((vscode) => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label)));

  /** The active editor's file and selection. */
  const place = (): Promise<string> =>
    ui.host((vscode) => {
      const editor = vscode.window.activeTextEditor;
      const { start, end } = editor?.selection ?? new vscode.Selection(0, 0, 0, 0);
      return `${editor?.document.uri.path.split('/').at(-1)} ${start.character}-${end.character}`;
    });

  /** Resolves when the tabs are these. */
  const tabsBecome = (labels: readonly string[]): Promise<void> =>
    ui.host(
      (vscode, expected) =>
        new Promise<void>((resolve) => {
          const check = (): boolean => {
            const now = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label));
            return JSON.stringify(now) === JSON.stringify(expected);
          };
          if (check()) return resolve();
          const listener = vscode.window.tabGroups.onDidChangeTabs(() => {
            if (!check()) return;
            listener.dispose();
            resolve();
          });
        }),
      labels,
    );

  const isWaiting = (): Promise<boolean> =>
    ui.host(
      (vscode) =>
        // The API of api.ts.
        (vscode.extensions.getExtension('todo-agent.todo-agent')?.exports as { session: { state: string } }).session
          .state === 'waitingForApproval',
    );

  describe('of a command', () => {
    it('runs it once when allowed', async () => {
      await start(bash('echo hi > allowed.txt'));
      await notifications().clickToast('echo hi > allowed.txt', 'Allow');
      assert.deepEqual(await results(), [{ text: '(no output)', isError: false }]);
      assert.equal(await readFile(fileOf('allowed.txt'), 'utf8'), 'hi\n');
    });

    it('offers the four answers, and more', async () => {
      await start(bash('printf four'));
      await notifications().toast('printf four').waitFor();
      assert.deepEqual(await notifications().toastButtons('printf four'), [
        'Allow',
        'Allow for Session',
        'Deny',
        'Deny with Feedback',
        'More',
      ]);
    });

    it('is not asked again for the same line when allowed for the session', async () => {
      await start(bash('printf again'), bash('printf again'));
      await notifications().clickToast('printf again', 'Allow for Session');
      assert.deepEqual(await results(), [
        { text: 'again', isError: false },
        { text: 'again', isError: false },
      ]);
    });

    it('runs nothing and tells the model when denied', async () => {
      await start(bash('echo hi > denied.txt'));
      await notifications().clickToast('echo hi > denied.txt', 'Deny');
      const [result] = await results();
      assert.match(result?.text ?? '', /^Permission denied by user.*Nothing was executed or changed/);
      assert.equal(result?.isError, true);
      assert.equal(existsSync(fileOf('denied.txt')), false);
    });

    it('hands on the words of a denial', async () => {
      await start(bash('echo hi > words.txt'));
      await notifications().clickToast('echo hi > words.txt', 'Deny with Feedback');
      await ui.workbench.quickInput.titled('Deny: echo hi > words.txt');
      await ui.workbench.quickInput.answer('write to hello.txt instead');
      const [result] = await results();
      assert.ok(result?.text.endsWith('The user says: write to hello.txt instead'), result?.text);
      assert.equal(existsSync(fileOf('words.txt')), false);
    });

    it('comes back when the words are left with Escape', async () => {
      await start(bash('printf escape'));
      await notifications().clickToast('printf escape', 'Deny with Feedback');
      await ui.workbench.quickInput.titled('Deny: printf escape');
      await ui.workbench.quickInput.escape();
      await notifications().clickToast('printf escape', 'Allow');
      assert.deepEqual(await results(), [{ text: 'escape', isError: false }]);
    });

    it('shows in full beside what a notification cannot', async () => {
      const command = "cat > long.txt <<'END'\nfirst\nsecond\nEND";
      await start(bash(command));
      await notifications().toast('In full in the document beside').waitFor();
      const text = await ui.host((vscode) =>
        vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'agent-approval')?.getText(),
      );
      assert.ok(text?.endsWith(`\n\n${command}`), text);
      assert.equal(await place(), 'mine.txt 1-3');
      await notifications().clickToast('In full', 'Deny');
      await tabsBecome(['mine.txt']);
    });
  });

  describe('of a change', () => {
    it('shows the diff beside, takes no focus, and writes when allowed', async () => {
      await start(write(file));
      await notifications().toast(toast).waitFor();
      assert.deepEqual(await tabs(), ['mine.txt', diff]);
      assert.equal(await place(), 'mine.txt 1-3');
      assert.equal(await readFile(fileOf(file), 'utf8'), numbers);
      // It slides in; hovering waits until it stands still.
      await notifications().toast(toast).hover();
      await screenshot(ui.workbench.page, 'prompt with diff');
      await notifications().clickToast(toast, 'Allow');
      assert.equal((await results())[0]?.isError, false);
      assert.equal(await readFile(fileOf(file), 'utf8'), changed);
      await tabsBecome(['mine.txt']);
      assert.equal(await place(), 'mine.txt 1-3');
    });

    it('leaves every byte when denied', async () => {
      await start(write(file));
      await notifications().clickToast(toast, 'Deny');
      assert.equal((await results())[0]?.isError, true);
      assert.equal(await readFile(fileOf(file), 'utf8'), numbers);
      await tabsBecome(['mine.txt']);
    });

    it('asks for no further edit inside the workspace when allowed for the session', async () => {
      await start(write(file), write('made.txt', 'made\n'));
      await notifications().clickToast(toast, 'Allow for Session');
      assert.deepEqual(
        (await results()).map((result) => result.isError),
        [false, false],
      );
      assert.equal(await readFile(fileOf('made.txt'), 'utf8'), 'made\n');
      await ui.reload();
    });

    it('takes what is typed meanwhile for the file, not for an answer', async () => {
      await start(write(file));
      await notifications().toast(toast).waitFor();
      await ui.workbench.page.keyboard.type('y \n');
      await ui.host(
        (vscode) =>
          new Promise<void>((resolve) => {
            const isTyped = (): boolean => vscode.window.activeTextEditor?.document.getText() === 'my \ne\n';
            if (isTyped()) return resolve();
            const listener = vscode.workspace.onDidChangeTextDocument(() => {
              if (!isTyped()) return;
              listener.dispose();
              resolve();
            });
          }),
      );
      assert.equal(await isWaiting(), true);
      await ui.host((vscode) => vscode.commands.executeCommand('workbench.action.files.revert'));
      await notifications().clickToast(toast, 'Deny');
      await outcome();
    });

    it('stays waiting when the diff and the notification are closed, and comes back on request', async () => {
      await start(write(file));
      await notifications().toast(toast).waitFor();
      await ui.workbench.editors.tab(diff).locator('.tab-actions .action-label').click();
      await tabsBecome(['mine.txt']);
      await notifications().closeToast(toast);
      await notifications().toast(toast).waitFor({ state: 'detached' });
      assert.equal(await isWaiting(), true);
      await ui.workbench.command('Agent: Review Approval');
      await notifications().toast(toast).waitFor();
      assert.deepEqual(await tabs(), ['mine.txt', diff]);
      await notifications().clickToast(toast, 'Deny');
      assert.equal((await results())[0]?.isError, true);
      assert.equal(await readFile(fileOf(file), 'utf8'), numbers);
    });

    it("leaves the person's tabs where they are, preview tabs too", async () => {
      await ui.host(
        (vscode, other) =>
          vscode.window
            .showTextDocument(vscode.Uri.file(other), {
              viewColumn: vscode.ViewColumn.Two,
              preserveFocus: true,
              preview: true,
            })
            .then(() => undefined),
        fileOf('other.txt'),
      );
      await start(write(file));
      await notifications().toast(toast).waitFor();
      assert.deepEqual(await tabs(), ['mine.txt', 'other.txt', diff]);
      await notifications().clickToast(toast, 'Deny');
      await tabsBecome(['mine.txt', 'other.txt']);
      await outcome();
    });

    it('is dropped, not allowed, when the window is reloaded', async () => {
      await start(write(file));
      await notifications().toast(toast).waitFor();
      await ui.reload();
      assert.equal(await readFile(fileOf(file), 'utf8'), numbers);
      await ui.workbench.openContainer('Agent');
      await ui.host((vscode) => vscode.extensions.getExtension('todo-agent.todo-agent')?.activate());
      assert.equal(await isWaiting(), false);
      assert.deepEqual(await ui.host((vscode) => vscode.commands.executeCommand('agent.approve')), false);
      assert.equal(await readFile(fileOf(file), 'utf8'), numbers);
    });
  });

  describe('from elsewhere', () => {
    it('are given on the row of the waiting call', async () => {
      await start(bash('printf row'));
      const view = ui.workbench.view('Todos');
      await view.row('bash: printf row').waitFor();
      await view.inline('bash: printf row', 'Allow');
      assert.deepEqual(await results(), [{ text: 'row', isError: false }]);
    });

    it('are refused on the row of the waiting call', async () => {
      await start(bash('echo no > row.txt'));
      const view = ui.workbench.view('Todos');
      await view.row('bash: echo no > row.txt').waitFor();
      await view.inline('bash: echo no > row.txt', 'Deny');
      assert.equal((await results())[0]?.isError, true);
      assert.equal(existsSync(fileOf('row.txt')), false);
    });

    it('make the notification harmless', async () => {
      await start(bash('echo stale > stale.txt'));
      await notifications().toast('echo stale').waitFor();
      await ui.host((vscode) => vscode.commands.executeCommand('agent.deny', undefined, 'not now'));
      await notifications().toast('echo stale').waitFor({ state: 'detached' });
      const [result] = await results();
      assert.ok(result?.text.endsWith('The user says: not now'), result?.text);
      await notifications().clickInCentre('echo stale', 'Allow');
      assert.equal(existsSync(fileOf('stale.txt')), false);
    });

    it('come through the status bar, which says that it waits', async () => {
      await start(bash('printf status'));
      await notifications().closeToast('printf status');
      const item = ui.workbench.statusBar.item('todo-agent.todo-agent.status');
      await item.filter({ hasText: 'waiting for you' }).click();
      await notifications().clickToast('printf status', 'Allow');
      assert.deepEqual(await results(), [{ text: 'status', isError: false }]);
    });
  });

  it('come one at a time, in the order of the calls', async () => {
    await start(bash('printf first'), bash('printf second'), bash('printf third'));
    await notifications().toast('printf first').waitFor();
    assert.equal(await notifications().toast('printf second').count(), 0);
    await notifications().clickToast('printf first', 'Allow');
    await notifications().clickToast('printf second', 'Deny');
    await notifications().clickToast('printf third', 'Allow');
    assert.deepEqual(
      (await results()).map((result) => result.isError),
      [false, true, false],
    );
  });

  it('end with the run when it is stopped', async () => {
    await start(write(file));
    await notifications().toast(toast).waitFor();
    await ui.workbench.command('Agent: Stop Task');
    assert.equal((await outcome()).kind, 'cancelled');
    await notifications().toast(toast).waitFor({ state: 'detached' });
    await tabsBecome(['mine.txt']);
    assert.equal(await readFile(fileOf(file), 'utf8'), numbers);
  });

  it('close their input box when the run is stopped', async () => {
    await start(bash('printf box'));
    await notifications().clickToast('printf box', 'Deny with Feedback');
    await ui.workbench.quickInput.titled('Deny: printf box');
    await ui.host((vscode) => vscode.commands.executeCommand('agent.stopTask'));
    await ui.workbench.quickInput.box.waitFor({ state: 'detached' });
    assert.equal((await outcome()).kind, 'cancelled');
  });
});
