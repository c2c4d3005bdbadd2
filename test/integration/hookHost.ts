import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TodoAgentApi } from '../../src/api.ts';
import type { AgentEvent, RunOutcome } from '../../src/core/agent/agentEvents.ts';
import { StrictServer } from '../support/strictServer.ts';
import { remove, write } from './workspaceFiles.ts';

interface Message {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string; readonly content?: string }[];
}

/** The person's own settings: no question is asked about them. */
export const claudeFolder = path.join(homedir(), '.claude');
export const original = 'one\ntwo\n';

/** The product with a scripted model, and a place for what hooks leave behind. */
export interface HookHost {
  readonly api: TodoAgentApi;
  readonly model: StrictServer;
  /** Of this test. */
  readonly events: readonly AgentEvent[];
  readonly trace: (name: string) => string;
  /** For a shell command; the path holds a blank and an apostrophe. */
  readonly quoted: (name: string) => string;
  readonly traced: (name: string) => Promise<string>;
  readonly use: (hooks: object, file?: string, more?: object) => Promise<void>;
  readonly start: (prompt?: string) => Thenable<RunOutcome>;
  readonly lastMessages: () => readonly Message[];
  /** What the model read last: results, and texts behind them. */
  readonly lastTexts: () => readonly string[];
  readonly notices: () => string[];
  /** Disposed after the test. */
  readonly add: (listener: { dispose(): void }) => void;
}

/** Call in a `describe`. Each test begins with a new session, `file.txt` as `original`, and no hooks. */
export function useHookHost(): HookHost {
  let api: TodoAgentApi | undefined;
  let model: StrictServer | undefined;
  let traces = '';
  let events: AgentEvent[] = [];
  const listeners: { dispose(): void }[] = [];
  const given = <T>(value: T | undefined): T => {
    assert.ok(value);
    return value;
  };

  before(async () => {
    const extension = vscode.extensions.getExtension<TodoAgentApi>('todo-agent.todo-agent');
    api = await given(extension).activate();
    model = await StrictServer.start();
    await write(
      '.agent/settings.json',
      JSON.stringify({ env: { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-test-0123456789' } }),
    );
  });
  after(async () => {
    await remove('.agent');
    await vscode.commands.executeCommand('agent.newSession');
    await model?.stop();
  });
  beforeEach(async () => {
    traces = await mkdtemp(path.join(tmpdir(), "hook traces' "));
    events = [];
    listeners.push(given(api).session.onDidEmit((event) => events.push(event)));
    await write('file.txt', original);
  });
  afterEach(async () => {
    for (const listener of listeners.splice(0)) listener.dispose();
    await rm(claudeFolder, { recursive: true, force: true });
    await rm(traces, { recursive: true });
    for (const file of ['.claude', 'file.txt', 'made.txt']) await remove(file);
    await vscode.commands.executeCommand('agent.newSession');
  });

  const trace = (name: string): string => path.join(traces, name);
  const lastMessages = (): readonly Message[] => (given(model).bodies.at(-1) as { messages: Message[] }).messages;
  return {
    get api() {
      return given(api);
    },
    get model() {
      return given(model);
    },
    get events() {
      return events;
    },
    trace,
    quoted: (name) => `"${trace(name)}"`,
    traced: (name) => readFile(trace(name), 'utf8').catch(() => ''),
    use: async (hooks, file = path.join(claudeFolder, 'settings.json'), more = {}) => {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, JSON.stringify({ hooks, ...more }));
    },
    start: (prompt = 'go') => vscode.commands.executeCommand<RunOutcome>('agent.startTask', { prompt }),
    lastMessages,
    lastTexts: () => textsOf(lastMessages().at(-1)),
    notices: () => events.flatMap((event) => (event.kind === 'notice' ? [event.text] : [])),
    add: (listener) => void listeners.push(listener),
  };
}

export function textsOf(message: Message | undefined): readonly string[] {
  const { content = [] } = message ?? {};
  return typeof content === 'string' ? [content] : content.map((block) => block.content ?? block.text ?? '');
}

/** One group with one command handler. */
export function hook(command: string, matcher?: string): object {
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', command }] };
}

/** A command that answers in JSON. */
export function answer(event: string, output: object): string {
  const json = JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...output } });
  return `cat > /dev/null; printf '%s' '${json.replaceAll("'", `'\\''`)}'`;
}
