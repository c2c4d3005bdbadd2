import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TodoAgentApi } from '../../src/api.ts';
import type { RunOutcome } from '../../src/core/agent/agentEvents.ts';
import { call, say, StrictServer, type ServerTurn } from '../support/strictServer.ts';
import { answer } from './answering.ts';
import { diagnosticsOf, folder, read, remove, write } from './workspaceFiles.ts';

/** What is looked at in a request; the server has validated it. */
interface Body {
  readonly tools: readonly { readonly name: string }[];
  readonly messages: readonly {
    readonly content: string | readonly { readonly type: string; readonly content?: string }[];
  }[];
}

describe('permission rules in the extension host', () => {
  let model: StrictServer;
  let api: TodoAgentApi;
  let asked: string[] = [];
  let lastId = 0;

  const configuration = () => vscode.workspace.getConfiguration('agent', folder());
  const set = (name: string, value: unknown, target = vscode.ConfigurationTarget.Global) =>
    configuration().update(name, value, target);
  const bash = (command: string) => call(`toolu_rules_${++lastId}`, 'bash', { command });
  const setRules = (effect: string, ...rules: readonly string[]) => set(`permissions.${effect}`, rules);
  const permissions = (value: unknown): string => `${JSON.stringify({ permissions: value }, undefined, 2)}\n`;

  before(async () => {
    const extension = vscode.extensions.getExtension<TodoAgentApi>('todo-agent.todo-agent');
    api = (await extension?.activate()) ?? assert.fail('the extension is missing');
    model = await StrictServer.start([], { otherwise: () => say('Done.') });
    process.env['ANTHROPIC_API_KEY'] = 'test-key';
    await set('baseUrl', model.url);
    api.session.onDidEmit((event) => {
      if (event.kind === 'approvalAsked') asked.push(event.request.subject.title);
    });
  });

  after(async () => {
    delete process.env['ANTHROPIC_API_KEY'];
    await set('baseUrl', undefined);
    await model.stop();
  });

  beforeEach(() => void (asked = []));
  afterEach(async () => {
    await vscode.commands.executeCommand('agent.stopTask');
    for (const effect of ['allow', 'ask', 'deny']) await set(`permissions.${effect}`, undefined);
    await set('permissions.deny', undefined, vscode.ConfigurationTarget.Workspace);
    await set('permissions.mode', undefined);
    await set('readClaudeSettings', undefined);
    for (const name of ['.agent', '.claude', '.vscode/settings.json', 'made.txt']) await remove(name);
    await rm(path.join(homedir(), '.claude'), { recursive: true, force: true });
  });

  /** Runs a task whose model plays these turns. Whatever is asked is denied. */
  async function run(...turns: readonly ServerTurn[]): Promise<RunOutcome> {
    model.push(...turns);
    const listener = api.session.onDidChangeState((state) => {
      if (state === 'waitingForApproval') void answer('agent.deny');
    });
    try {
      return await vscode.commands.executeCommand<RunOutcome>('agent.startTask', { prompt: 'Do it.' });
    } finally {
      listener.dispose();
    }
  }

  /** The last tool result. */
  function result(): string {
    const { messages } = model.bodies.at(-1) as Body;
    const contents = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
    return contents.findLast(({ type }) => type === 'tool_result')?.content ?? '';
  }

  it('of the user let a command run, each part of it, and nothing beyond', async () => {
    await setRules('allow', 'Bash(node -e *)', 'Bash(printf *)');
    await run(bash('node -e 1 && printf yes'), bash('printf yes; printf no > made.txt'));
    assert.deepEqual(asked, ['printf yes; printf no > made.txt']);
    assert.equal(existsSync(path.join(folder().fsPath, 'made.txt')), false);
  });

  it('that deny hold against a mode and against every allow rule, and name themselves', async () => {
    await set('permissions.mode', 'bypassPermissions');
    await setRules('allow', 'Bash');
    await setRules('deny', 'Bash(printf *)');
    await run(bash('node -e 1; printf no > made.txt'));
    assert.deepEqual(asked, []);
    assert.match(result(), /^Permission denied by the rule Bash\(printf \*\) \(user settings\)/);
    assert.equal(existsSync(path.join(folder().fsPath, 'made.txt')), false);
  });

  for (const file of ['.agent/settings.json', '.agent/settings.local.json', '.claude/settings.json']) {
    it(`that deny and ask count in ${file} without a yes`, async () => {
      await setRules('allow', 'Bash');
      await write(file, permissions({ deny: ['Bash(node *)'], ask: ['Bash(printf *)'] }));
      await run(bash('node -e 1'), bash('printf x'));
      assert.deepEqual(asked, ['printf x']);
      assert.ok(JSON.stringify(model.bodies).includes(`Bash(node *) (${file})`));
    });

    it(`that allow do not count in ${file} without a yes: nothing starts unasked`, async () => {
      await write(file, permissions({ allow: ['Bash'] }));
      // Dialogs are refused here.
      await assert.rejects(run(bash('printf x')), /refused .* This workspace asks for 1 permission/);
      await remove(file);
      await run();
      assert.deepEqual(asked, ['printf x']);
    });
  }

  it('of the workspace in VS Code settings count when they forbid', async () => {
    await setRules('allow', 'Bash');
    await set('permissions.deny', ['Bash(printf *)'], vscode.ConfigurationTarget.Workspace);
    await run(bash('printf x'));
    assert.match(result(), /Bash\(printf \*\) \(workspace settings\)/);
  });

  it('of Claude Code are left alone when the switch says so', async () => {
    await setRules('allow', 'Bash');
    await set('readClaudeSettings', false);
    await write('.claude/settings.json', permissions({ deny: ['Bash(printf *)'] }));
    await run(bash('printf fine'));
    assert.equal(result(), 'fine');
  });

  it('and further folders of the user’s own file need no yes', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'outside-'));
    await writeFile(path.join(outside, 'note.txt'), 'a note\n');
    const reading = () => call(`toolu_rules_${++lastId}`, 'read_file', { file_path: path.join(outside, 'note.txt') });
    await run(reading());
    assert.equal(asked.length, 1);
    await mkdir(path.join(homedir(), '.claude'), { recursive: true });
    const text = permissions({ additionalDirectories: [outside], allow: ['Bash(printf *)'] });
    await writeFile(path.join(homedir(), '.claude', 'settings.json'), text);
    await run(reading());
    assert.match(result(), /a note/);
    await run(bash('printf own'));
    assert.equal(result(), 'own');
    assert.equal(asked.length, 1);
    await rm(outside, { recursive: true });
  });

  it('count from the next call when a file changes during a run', async () => {
    await setRules('allow', 'Bash(printf *)');
    model.push(bash('node -e 1'), bash('printf no'));
    const listener = api.session.onDidChangeState((state) => {
      if (state !== 'waitingForApproval') return;
      listener.dispose();
      void write('.agent/settings.json', permissions({ deny: ['Bash(printf *)'] })).then(() => answer('agent.approve'));
    });
    await vscode.commands.executeCommand('agent.startTask', { prompt: 'Do it.' });
    assert.deepEqual(asked, ['node -e 1']);
    assert.match(result(), /denied by the rule Bash\(printf \*\) \(\.agent\/settings\.json\)/);
  });

  it('that forbid a whole tool take it out of what the model is offered', async () => {
    await setRules('deny', 'Bash', 'WebFetch');
    await run(say('ok'));
    const names = (model.bodies.at(-1) as Body).tools.map(({ name }) => name);
    assert.equal(names.includes('bash'), false);
    assert.equal(names.includes('read_file'), true);
  });

  it('show what is wrong with them at the line', async () => {
    const isOurs = ({ code }: vscode.Diagnostic): boolean => code === 'permissions';
    await write(
      '.agent/settings.json',
      '{\n  "permissions": {\n    "deny": [\n      "Bash(rm *",\n      3\n    ]\n  }\n}\n',
    );
    const found = await diagnosticsOf('.agent/settings.json', (all) => all.filter(isOurs).length === 2);
    assert.deepEqual(
      found
        .filter(isOurs)
        .map(({ range }) => range.start.line)
        .sort(),
      [3, 4],
    );
  });

  it('of a file of Claude Code with a comment still forbid, and the file is shown as wrong', async () => {
    await setRules('allow', 'Bash');
    await write(
      '.claude/settings.json',
      '{\n  // mine\n  "permissions": { "deny": ["Bash(printf *)"], "allow": ["Edit"] }\n}\n',
    );
    await run(bash('printf x'));
    assert.match(result(), /Bash\(printf \*\)/);
    const found = await diagnosticsOf('.claude/settings.json', (all) => all.some(({ code }) => code === 'permissions'));
    assert.ok(
      found.some(
        ({ code, range, severity }) =>
          code === 'permissions' && range.start.line === 1 && severity === vscode.DiagnosticSeverity.Error,
      ),
    );
  });

  describe('a mode', () => {
    const edit = () => call(`toolu_rules_${++lastId}`, 'write_file', { file_path: 'made.txt', content: 'made\n' });

    it('chosen before the first task spares its first prompt, and ends with its session', async () => {
      assert.equal(await vscode.commands.executeCommand('agent.setPermissionMode', 'acceptEdits'), true);
      await run(edit());
      assert.deepEqual(asked, []);
      assert.equal(await read('made.txt'), 'made\n');
      await remove('made.txt');
      await run(edit());
      assert.deepEqual(asked, ['made.txt']);
    });

    it('of a workspace file cannot loosen, and says so', async () => {
      await write('.agent/settings.json', permissions({ defaultMode: 'bypassPermissions' }));
      await run(edit());
      assert.deepEqual(asked, ['made.txt']);
      const found = await diagnosticsOf('.agent/settings.json', (all) => all.length > 0);
      assert.match(found[0]?.message ?? '', /loosen/);
    });

    it('of a workspace file can tighten, but for what the user set', async () => {
      await setRules('allow', 'Edit');
      await write('.agent/settings.json', permissions({ defaultMode: 'plan' }));
      await run(edit());
      assert.deepEqual(asked, ['made.txt']);
      await set('permissions.mode', 'default');
      await run(edit());
      assert.equal(asked.length, 1);
    });

    it('that a file disables is refused', async () => {
      await write('.agent/settings.json', permissions({ disableBypassPermissionsMode: 'disable' }));
      assert.equal(await vscode.commands.executeCommand('agent.setPermissionMode', 'bypassPermissions'), false);
      await run(edit());
      assert.deepEqual(asked, ['made.txt']);
      await vscode.commands.executeCommand('agent.setPermissionMode', '');
    });
  });

  describe('a proposal', () => {
    const labels = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label));

    /** Starts a task that proposes a text for made.txt; resolves with the document of the proposal. */
    async function proposed(
      content: string,
    ): Promise<{ document: vscode.TextDocument; outcome: Thenable<RunOutcome> }> {
      model.push(call(`toolu_rules_${++lastId}`, 'write_file', { file_path: 'made.txt', content }));
      const outcome = vscode.commands.executeCommand<RunOutcome>('agent.startTask', { prompt: 'Do it.' });
      const known = new Set(vscode.workspace.textDocuments.map(({ uri }) => String(uri)));
      const find = () =>
        vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'agent-proposal' && !known.has(String(uri)));
      const document = await new Promise<vscode.TextDocument>((resolve) => {
        const listener = vscode.workspace.onDidOpenTextDocument(() => look());
        const look = (): void => {
          const found = find();
          if (found === undefined) return;
          listener.dispose();
          resolve(found);
        };
        look();
      });
      return { document, outcome };
    }

    async function change(document: vscode.TextDocument, text: string): Promise<void> {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
      assert.equal(await vscode.workspace.applyEdit(edit), true);
    }

    it('that was changed is written as changed, and the model is told with a patch', async () => {
      await write('made.txt', 'one\r\ntwo\r\n');
      const { document, outcome } = await proposed('one\n2\n');
      await change(document, 'one\n2, by me\n');
      assert.equal(document.isDirty, true);
      await answer('agent.approve');
      assert.equal((await outcome).kind, 'completed');
      assert.equal(await read('made.txt'), 'one\r\n2, by me\r\n');
      assert.match(result(), /The user changed your proposal before allowing it[\s\S]*\n-2\n\+2, by me/);
    });

    it('that was changed and denied is closed without a question, and nothing is written', async () => {
      await write('made.txt', 'one\n');
      const { document, outcome } = await proposed('1\n');
      await change(document, 'mine\n');
      const closed = new Promise<void>((resolve) => {
        const listener = vscode.window.tabGroups.onDidChangeTabs(() => {
          if (labels().some((label) => label.includes('made.txt'))) return;
          listener.dispose();
          resolve();
        });
      });
      await answer('agent.deny');
      await outcome;
      await closed;
      assert.equal(await read('made.txt'), 'one\n');
    });

    it('that was left alone is written as proposed, without a word', async () => {
      const { outcome } = await proposed('as proposed\n');
      await answer('agent.approve');
      await outcome;
      assert.equal(await read('made.txt'), 'as proposed\n');
      assert.doesNotMatch(result(), /changed your proposal/);
    });
  });
});
