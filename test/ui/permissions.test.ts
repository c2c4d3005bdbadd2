import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshot } from '../support/screenshots.ts';
import { type AnswerBlock, say, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

/** What is looked at in a request; the server has validated it. */
interface Body {
  readonly messages: readonly {
    readonly content: string | readonly { readonly type: string; readonly content?: string }[];
  }[];
}

let lastId = 0;

function call(name: string, input: unknown): AnswerBlock {
  return { call: { id: `toolu_${++lastId}`, name, input } };
}

const bash = (command: string): AnswerBlock => call('bash', { command });

describe('permissions', () => {
  let model: StrictServer;
  before('start the model', async () => void (model = await StrictServer.start([], { otherwise: () => say('Done.') })));
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url },
    env: { ANTHROPIC_API_KEY: 'test-key' },
    withoutSample: true,
    files: { 'mine.txt': 'mine\n', 'numbers.txt': 'one\ntwo\nthree\n' },
  }));
  after('stop the model', () => model.stop());

  const fileOf = (name: string): string => path.join(ui.workspaceFolder, name);
  const notifications = () => ui.workbench.notifications;
  const quickInput = () => ui.workbench.quickInput;
  const local = '.agent/settings.local.json';

  beforeEach('clear the window', () =>
    ui.host(async (vscode, mine) => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.commands.executeCommand('notifications.clearAll');
      await vscode.window.showTextDocument(vscode.Uri.file(mine), { preview: false });
    }, fileOf('mine.txt')),
  );
  afterEach('end what was begun', async () => {
    await ui.host((vscode) => vscode.commands.executeCommand('agent.stopTask'));
    await ui.host((vscode) => vscode.commands.executeCommand('agent.setPermissionMode', ''));
    await ui.host(async (vscode) => {
      await vscode.workspace.getConfiguration('agent').update('permissions.allow', undefined, true);
    });
    model.clear();
    for (const name of ['.agent', '.claude']) await rm(fileOf(name), { recursive: true, force: true });
  });

  /** Starts a task whose model makes these calls, one answer each, then says something. */
  async function start(...calls: readonly AnswerBlock[]): Promise<void> {
    model.push(...calls.map((block) => ({ kind: 'answer', blocks: [block] }) as const));
    await ui.host((vscode) => {
      // Kept for `outcome`.
      Object.assign(globalThis, { run: vscode.commands.executeCommand('agent.startTask', { prompt: 'Do it.' }) });
    });
  }

  const outcome = (): Promise<{ kind: string; reason?: string }> =>
    // `start` put it there.
    ui.host(() => (globalThis as unknown as { run: Promise<{ kind: string }> }).run);

  /** What the model was told about its calls, once the run is over. */
  async function results(): Promise<readonly string[]> {
    assert.equal((await outcome()).kind, 'completed');
    const { messages } = model.bodies.at(-1) as Body;
    const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
    return blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => content ?? '');
  }

  async function settingsFile(name: string, text: string): Promise<void> {
    await mkdir(path.dirname(fileOf(name)), { recursive: true });
    await writeFile(fileOf(name), text);
  }

  /** Clicks More on the prompt of that command, then the pick. */
  async function allowMore(command: string, pick: string): Promise<void> {
    await notifications().clickToast(`Run "${command}"`, 'More');
    await quickInput().titled(`Allow: ${command}`);
    await quickInput().pick(pick);
  }

  const userRules = (): Promise<readonly string[] | undefined> =>
    ui.host((vscode) => vscode.workspace.getConfiguration('agent').inspect<string[]>('permissions.allow')?.globalValue);

  describe('the prompt', () => {
    it('says what "always" would write, where, and what it would have covered', async () => {
      await start(bash('printf a; printf b'), bash('printf a'), bash('printf a'));
      await notifications().clickToast('Run "printf a; printf b', 'Allow');
      await notifications().clickToast('Run "printf a', 'Allow');
      const again = 'earlier calls it covers: 1.';
      await notifications().toast(again).waitFor();
      assert.match(
        await notifications().toastText(again),
        /"Always" \(in More\) would write "Bash\(printf a\)" to \.agent\/settings\.local\.json;/,
      );
      assert.deepEqual(await notifications().toastButtons(again), [
        'Allow',
        'Allow for Session',
        'Deny',
        'Deny with Feedback',
        'More',
      ]);
      await screenshot(ui.workbench.page, 'prompt with always');
      await notifications().clickToast(again, 'Allow');
      await outcome();
    });

    it('lists each way to say yes with what it grants and where that is kept', async () => {
      await start(call('todo_write', { todos: [{ content: 'Print', status: 'in_progress' }] }), bash('printf ways'));
      await notifications().clickToast('Run "printf ways', 'More');
      await quickInput().titled('Allow: printf ways');
      assert.deepEqual(
        (await quickInput().picks()).map(({ label, description }) => [label, description]),
        [
          ['Once', ''],
          ['For This Todo Item', 'Print'],
          ['For This Session', ''],
          ['Always: Bash(printf ways)', `in ${local}`],
          ['Always: Bash(printf ways)', 'in your user settings'],
        ],
      );
      await screenshot(ui.workbench.page, 'ways to say yes');
      await quickInput().escape();
      await notifications().clickToast('Run "printf ways', 'Deny');
      await outcome();
    });

    it('runs the command once, and asks again, when Once was picked', async () => {
      await start(bash('printf once'), bash('printf once'));
      await allowMore('printf once', 'Once');
      await notifications().clickToast('Run "printf once', 'Deny');
      const [first, second] = await results();
      assert.equal(first, 'once');
      assert.match(second ?? '', /^Permission denied by user/);
    });
  });

  describe('for a todo item', () => {
    const plan = (first: string, second: string): AnswerBlock =>
      call('todo_write', {
        todos: [
          { content: 'First', status: first },
          { content: 'Second', status: second },
        ],
      });

    it('spares the question until the item ends, and stands under it', async () => {
      await start(
        plan('in_progress', 'pending'),
        bash('printf item'),
        bash('printf item'),
        bash('printf other'),
        plan('completed', 'in_progress'),
        bash('printf item'),
      );
      await allowMore('printf item', 'For This Todo Item');
      // The second call was not asked about; this one is.
      await notifications().toast('Run "printf other').waitFor();
      const view = ui.workbench.view('Todos');
      await view.expand('[>] First');
      await view.row('Allowed: printf item').waitFor();
      await screenshot(ui.workbench.page, 'grant under its item');
      await notifications().clickToast('Run "printf other', 'Allow');
      await notifications().clickToast('Run "printf item', 'Deny');
      await view.row('Allowed: printf item').waitFor({ state: 'detached' });
      assert.match((await results()).at(-1) ?? '', /^Permission denied by user/);
    });

    it('can be taken back on its row', async () => {
      await start(plan('in_progress', 'pending'), bash('printf back'), bash('printf other'), bash('printf back'));
      await allowMore('printf back', 'For This Todo Item');
      await notifications().toast('Run "printf other').waitFor();
      const view = ui.workbench.view('Todos');
      await view.expand('[>] First');
      // Once all rows are there none moves away under the pointer.
      await view.row('bash: printf other').waitFor();
      await view.inline('Allowed: printf back', 'Take Back');
      await view.row('Allowed: printf back').waitFor({ state: 'detached' });
      await notifications().clickToast('Run "printf other', 'Allow');
      await notifications().clickToast('Run "printf back', 'Deny');
      assert.match((await results()).at(-1) ?? '', /^Permission denied by user/);
    });
  });

  describe('always', () => {
    const written = '{\n  "permissions": {\n    "allow": [\n      "Bash(printf always)"\n    ]\n  }\n}\n';

    it('makes our own local file, once, and no new session asks again', async () => {
      await start(bash('printf always'), bash('printf always'));
      await allowMore('printf always', `in ${local}`);
      assert.deepEqual(await results(), ['always', 'always']);
      assert.equal(await readFile(fileOf(local), 'utf8'), written);
      await start(bash('printf always && printf always'));
      assert.deepEqual(await results(), ['alwaysalways']);
      assert.equal(await readFile(fileOf(local), 'utf8'), written);
      assert.equal(existsSync(fileOf('.claude')), false);
    });

    it('goes into the local file of Claude Code where there is one, with all else in its place', async () => {
      const before = '{\n\t"env": { "A": "1" },\n\t"permissions": {\n\t\t"deny": ["Read(.env)"]\n\t}\n}\n';
      await settingsFile('.claude/settings.local.json', before);
      await start(bash('printf claude'));
      await notifications().toast('to .claude/settings.local.json').waitFor();
      await allowMore('printf claude', 'in .claude/settings.local.json');
      assert.deepEqual(await results(), ['claude']);
      assert.equal(
        await readFile(fileOf('.claude/settings.local.json'), 'utf8'),
        before.replace('"permissions": {\n', '"permissions": {\n\t\t"allow": [\n\t\t\t"Bash(printf claude)"\n\t\t],\n'),
      );
    });

    it('keeps comments and what it does not know', async () => {
      const before =
        '{\n    // by hand\n    "other": [1,2],\n    "permissions": {\n        "allow": [\n            // mine\n            "Bash(ls -R)", // why\n        ]\n    }\n}\n';
      await settingsFile(local, before);
      await start(bash('printf kept'));
      // Of the rule that came with the file the person was not asked yet.
      await ui.workbench.dialog.click('Run Without');
      await allowMore('printf kept', `in ${local}`);
      assert.deepEqual(await results(), ['kept']);
      assert.equal(
        await readFile(fileOf(local), 'utf8'),
        before.replace('"allow": [\n', '"allow": [\n            "Bash(printf kept)",\n'),
      );
    });

    it('refuses a file that is not valid JSON, says so, and the call still waits', async () => {
      const broken = '{ "permissions": ';
      await settingsFile(local, broken);
      await start(bash('printf broken'));
      await allowMore('printf broken', `in ${local}`);
      await notifications().toast('is not valid JSON').waitFor();
      assert.equal(await readFile(fileOf(local), 'utf8'), broken);
      await notifications().clickToast('Run "printf broken', 'Deny');
      assert.match((await results())[0] ?? '', /^Permission denied by user/);
    });

    it('for all workspaces goes into the user settings', async () => {
      await start(bash('printf user'), bash('printf user'));
      await allowMore('printf user', 'in your user settings');
      assert.deepEqual(await results(), ['user', 'user']);
      assert.deepEqual(await userRules(), ['Bash(printf user)']);
      assert.equal(existsSync(fileOf(local)), false);
    });

    it('is not offered for what cannot be seen whole', async () => {
      const hidden = 'printf hid\u202Eden';
      await start(bash(hidden));
      await notifications().toast('invisible or direction-changing').waitFor();
      assert.deepEqual(await notifications().toastButtons('invisible or direction-changing'), [
        'Allow',
        'Deny',
        'Deny with Feedback',
      ]);
      await notifications().clickToast('invisible or direction-changing', 'Deny');
      await outcome();
    });
  });

  describe('what a workspace wants to be allowed', () => {
    const wish = (...allow: readonly string[]): string => JSON.stringify({ permissions: { allow } });

    it('counts after one yes, and asks again only about what is new', async () => {
      await settingsFile('.agent/settings.json', wish('Bash(printf one)'));
      await start(bash('printf one'));
      await ui.workbench.dialog.text();
      await screenshot(ui.workbench.page, 'workspace wants to be allowed');
      await ui.workbench.dialog.click('Allow This');
      assert.deepEqual(await results(), ['one']);
      await settingsFile('.agent/settings.json', wish('Bash(printf one)', 'Bash(printf two)'));
      await start(bash('printf two'));
      const { detail } = await ui.workbench.dialog.text();
      assert.match(detail, /printf two/);
      assert.doesNotMatch(detail, /printf one/);
      await ui.workbench.dialog.click('Run Without');
      await notifications().clickToast('Run "printf two', 'Deny');
      await outcome();
    });

    it('starts nothing when the question is left', async () => {
      await settingsFile('.agent/settings.json', wish('Bash(printf left)'));
      await start(bash('printf left'));
      await ui.workbench.dialog.click('Cancel');
      const { kind, reason } = await outcome();
      assert.equal(kind, 'blocked');
      assert.match(reason ?? '', /needs your decision/);
    });
  });

  describe('a proposal', () => {
    const diff = 'numbers.txt (proposed by the agent)';
    beforeEach('have the file as it was', () => writeFile(fileOf('numbers.txt'), 'one\ntwo\nthree\n'));

    it('is written as the person typed it into the right side of the diff', async () => {
      await start(call('edit_file', { file_path: 'numbers.txt', old_string: 'two', new_string: '2' }));
      await notifications().toast('You can change the right side of the diff first.').waitFor();
      await ui.workbench.editors.tab(diff).click();
      const right = ui.workbench.page
        .locator('.monaco-diff-editor .editor.modified .view-line', { hasText: '2' })
        .first();
      await right.click();
      await ui.workbench.page.keyboard.press('End');
      await ui.workbench.page.keyboard.type(' is mine');
      await notifications().toast('Change "numbers.txt" (+1 -1)?').hover();
      await screenshot(ui.workbench.page, 'changed proposal');
      await notifications().clickToast('Change "numbers.txt" (+1 -1)?', 'Allow');
      const [result] = await results();
      assert.equal(await readFile(fileOf('numbers.txt'), 'utf8'), 'one\n2 is mine\nthree\n');
      assert.match(result ?? '', /The user changed your proposal before allowing it[\s\S]*\n-2\n\+2 is mine\n/);
      await ui.workbench.editors.tab(diff).waitFor({ state: 'detached' });
    });

    it('that was changed closes without a question when it is denied', async () => {
      await start(call('edit_file', { file_path: 'numbers.txt', old_string: 'two', new_string: '2' }));
      await notifications().toast('Change "numbers.txt" (+1 -1)?').waitFor();
      await ui.workbench.editors.tab(diff).click();
      await ui.workbench.page.locator('.monaco-diff-editor .editor.modified .view-line').first().click();
      await ui.workbench.page.keyboard.type('x');
      await notifications().clickToast('Change "numbers.txt" (+1 -1)?', 'Deny');
      await outcome();
      await ui.workbench.editors.tab(diff).waitFor({ state: 'detached' });
      assert.equal(await readFile(fileOf('numbers.txt'), 'utf8'), 'one\ntwo\nthree\n');
    });
  });

  describe('Manage Permissions', () => {
    const picks = async () =>
      (await quickInput().picks()).map(({ label, description }) => `${label.trim()} | ${description}`);

    it('lists every rule with its source and last use, and removes one', async () => {
      await settingsFile(
        '.claude/settings.json',
        '{\n  "permissions": { "deny": ["Read(.env)"], "ask": ["Bash(git push *)"] }\n}\n',
      );
      await ui.changeSettings({ 'agent.permissions.allow': ['Bash(printf used)', 'Bash(printf spare)'] });
      await start(bash('printf used'));
      await results();
      await ui.workbench.command('Agent: Manage Permissions');
      await quickInput().titled('Permissions');
      assert.deepEqual(await picks(), [
        'Mode: default | from the settings',
        'deny: Read(.env) | .claude/settings.json:2',
        'ask: Bash(git push *) | .claude/settings.json:2',
        'allow: Bash(printf used) | user settings',
        'allow: Bash(printf spare) | user settings',
      ]);
      const details = (await quickInput().picks()).map(({ detail }) => detail);
      assert.match(details[3] ?? '', /^uses in this session: 1, the last at /);
      assert.equal(details[4], 'not used in this session');
      await screenshot(ui.workbench.page, 'manage permissions');
      await quickInput().pick('Bash(printf spare)');
      await quickInput().titled('allow: Bash(printf spare)');
      await quickInput().pick('Remove Rule');
      await quickInput().titled('Permissions');
      await quickInput().escape();
      assert.deepEqual(await userRules(), ['Bash(printf used)']);
      await ui.workbench.command('Agent: Manage Permissions');
      await quickInput().pick('Bash(git push *)');
      await quickInput().titled('ask: Bash(git push *)');
      await quickInput().pick('Remove Rule');
      await quickInput().titled('Permissions');
      assert.equal(
        (await picks()).some((row) => row.includes('git push')),
        false,
      );
      assert.equal(
        await readFile(fileOf('.claude/settings.json'), 'utf8'),
        '{\n  "permissions": { "deny": ["Read(.env)"], "ask": [] }\n}\n',
      );
    });

    it('moves a rule up and down in its list, all else in its place', async () => {
      const file = (rules: string): string => `{\n  "permissions": {\n    "deny": [${rules}] // mine\n  }\n}\n`;
      await settingsFile('.agent/settings.json', file('"Read(a)", "Read(b)", "Read(c)"'));
      await ui.workbench.command('Agent: Manage Permissions');
      const move = async (rule: string, button: string): Promise<void> => {
        const row = quickInput().box.locator('.monaco-list-row', { hasText: rule });
        await row.hover();
        await row.locator(`.action-label[aria-label="${button}"]`).click();
      };
      // The mode stands before the rules.
      const isAt = (place: number, rule: string): Promise<void> =>
        quickInput().box.locator(`.monaco-list-row[data-index="${place}"]`, { hasText: rule }).waitFor();
      const rules = async (): Promise<readonly string[]> =>
        (await picks()).flatMap((row) => /deny: (Read\(.\)) /.exec(row)?.[1] ?? []);
      await move('Read(c)', 'Move Up');
      await isAt(2, 'Read(c)');
      assert.deepEqual(await rules(), ['Read(a)', 'Read(c)', 'Read(b)']);
      await move('Read(a)', 'Move Down');
      await isAt(2, 'Read(a)');
      assert.deepEqual(await rules(), ['Read(c)', 'Read(a)', 'Read(b)']);
      assert.equal(await readFile(fileOf('.agent/settings.json'), 'utf8'), file('"Read(c)", "Read(a)", "Read(b)"'));
    });

    it('opens a rule at its line', async () => {
      await settingsFile('.agent/settings.json', '{\n  "permissions": {\n    "deny": ["Read(.env)"]\n  }\n}\n');
      await ui.workbench.command('Agent: Manage Permissions');
      await quickInput().pick('Read(.env)');
      await quickInput().titled('deny: Read(.env)');
      await quickInput().pick('Open');
      await ui.workbench.editors.tab('settings.json').waitFor();
      await ui.workbench.statusBar.item('status.editor.selection').filter({ hasText: 'Ln 3,' }).waitFor();
    });

    it('takes a grant of the session back', async () => {
      await start(bash('printf grant'), bash('printf grant'), bash('printf wait'), bash('printf grant'));
      await notifications().clickToast('Run "printf grant', 'Allow for Session');
      await notifications().toast('Run "printf wait').waitFor();
      await ui.workbench.command('Agent: Manage Permissions');
      await quickInput().pick('Run: printf grant');
      await quickInput().titled('Run: printf grant');
      await quickInput().pick('Take Back');
      await quickInput().titled('Permissions');
      await quickInput().escape();
      await notifications().clickToast('Run "printf wait', 'Allow');
      await notifications().clickToast('Run "printf grant', 'Deny');
      assert.match((await results()).at(-1) ?? '', /^Permission denied by user/);
    });

    it('switches the mode for the session before anything was asked', async () => {
      await ui.workbench.command('Agent: Set Permission Mode for This Session');
      await quickInput().titled('Permission mode for this session');
      await quickInput().pick('acceptEdits');
      await start(call('write_file', { file_path: 'made.txt', content: 'made\n' }));
      await results();
      assert.equal(await readFile(fileOf('made.txt'), 'utf8'), 'made\n');
    });
  });
});
