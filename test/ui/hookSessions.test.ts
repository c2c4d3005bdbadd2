import assert from 'node:assert/strict';
import { existsSync, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { call, say, StrictServer } from '../support/strictServer.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

const allowed = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' },
});
const named = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'UserPromptSubmit', sessionTitle: 'Named by a hook' },
});

/** The window has two folders; the first is a part of a repository, whose root holds the person's own settings. */
const project = 'repository/packages/shop';
const localSettings = {
  hooks: {
    UserPromptSubmit: [{ hooks: [{ type: 'command', command: `cat >/dev/null; printf '%s' '${named}'` }] }],
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          {
            type: 'command',
            statusMessage: 'Looking at the command',
            // Answers when the test has seen its message.
            command: `echo "$CLAUDE_PROJECT_DIR" > "$CLAUDE_PROJECT_DIR/seen"; while [ ! -e "$CLAUDE_PROJECT_DIR/go" ]; do sleep 0.1; done; printf '%s' '${allowed}'`,
          },
        ],
      },
    ],
    SessionEnd: [
      { hooks: [{ type: 'command', command: 'cat > "$CLAUDE_PROJECT_DIR/end.json"; mv end.json ended.json' }] },
    ],
  },
};

describe('a session with hooks in a window of two folders', () => {
  let model: StrictServer;
  before('start the model', async () => void (model = await StrictServer.start()));
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url },
    env: { ANTHROPIC_API_KEY: 'test-key' },
    withoutSample: true,
    open: { workspaceFile: 'both.code-workspace' },
    files: {
      'both.code-workspace': JSON.stringify({ folders: [{ path: project }, { path: 'other' }] }),
      'other/notes.txt': 'hello\n',
      'repository/.git/HEAD': 'ref: refs/heads/main\n',
      [`${project}/package.json`]: '{}\n',
      'repository/.claude/settings.local.json': JSON.stringify(localSettings),
    },
  }));
  after('stop the model', () => model.stop());

  const at = (name: string): string => path.join(ui.workspaceFolder, project, name);

  it('asks about the file at the root of the repository', async () => {
    model.push(call('c1', 'bash', { command: 'cd ../../../other && touch made.txt' }), say('Done.'));
    await ui.host((vscode) => {
      // Kept for the end of the run.
      Object.assign(globalThis, { run: vscode.commands.executeCommand('agent.startTask', { prompt: 'Do it.' }) });
    });
    const { detail } = await ui.workbench.dialog.text();
    assert.ok(detail.includes('\n../../.claude/settings.local.json\n  UserPromptSubmit: '), detail);
    await ui.workbench.dialog.click('Allow These Hooks');
  });

  it('shows what a hook says of itself for as long as it runs', async () => {
    const item = ui.workbench.statusBar.item('todo-agent.todo-agent.hook');
    await item.getByText('Looking at the command').waitFor();
    await ui.host((vscode, file) => vscode.workspace.fs.writeFile(vscode.Uri.file(file), new Uint8Array()), at('go'));
    await item.waitFor({ state: 'hidden' });
  });

  it('H-82: has the first folder as its project, wherever a command works', async () => {
    // `start` put it there.
    const { kind } = await ui.host(() => (globalThis as unknown as { run: Promise<{ kind: string }> }).run);
    assert.equal(kind, 'completed');
    assert.equal(await readFile(at('seen'), 'utf8'), `${path.join(ui.workspaceFolder, project)}\n`);
    assert.ok(existsSync(path.join(ui.workspaceFolder, 'other/made.txt')));
  });

  it('has the name that a hook gave it', async () => {
    await ui.workbench.command('Agent: Sessions');
    await ui.workbench.quickInput.titled('Sessions');
    const [first] = await ui.workbench.quickInput.picks();
    assert.equal(first?.label.trim(), 'Named by a hook');
    await ui.workbench.quickInput.escape();
  });

  it('tells its hooks when the window closes', async () => {
    const ended = new Promise<void>((resolve) => {
      const watcher = watch(path.join(ui.workspaceFolder, project), () => {
        if (!existsSync(at('ended.json'))) return;
        watcher.close();
        resolve();
      });
    });
    await ui.reload();
    await ended;
    const input = JSON.parse(await readFile(at('ended.json'), 'utf8')) as { hook_event_name: string; reason: string };
    assert.deepEqual([input.hook_event_name, input.reason], ['SessionEnd', 'other']);
  });
});
