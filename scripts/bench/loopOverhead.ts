import { fork } from 'node:child_process';
import { AgentLoop } from '../../src/core/agent/agentLoop.ts';
import { ToolCallRunner } from '../../src/core/agent/calls/toolCallRunner.ts';
import { HookRegistry } from '../../src/core/hooks/hookRegistry.ts';
import type { Message, ToolDefinition } from '../../src/core/model/messages.ts';
import type { PermissionDecider } from '../../src/core/permissions/permissionDecider.ts';
import { AgentSession } from '../../src/core/session/agentSession.ts';
import { SessionRows } from '../../src/core/session/rows/sessionRows.ts';
import { TodoManager } from '../../src/core/todos/todoManager.ts';
import { TodoReminder } from '../../src/core/todos/todoReminder.ts';
import type { Tool } from '../../src/core/tools/tool.ts';
import { ToolRegistry } from '../../src/core/tools/toolRegistry.ts';
import { AnthropicModel } from '../../src/node/model/anthropicModel.ts';
import { allTools } from '../../test/support/allTools.ts';

/** What a run of so many rounds took. */
export interface LoopTimes {
  /** Milliseconds from the end of a response to the arrival of the next request, by round. */
  readonly gaps: readonly number[];
  /** Milliseconds of computing from one call of the tool to the next, by round. */
  readonly computing: readonly number[];
  /** Bytes. */
  readonly peakMemory: number;
}

/** The real loop: session, rows, hooks, permission, repair, SDK. Its one tool does nothing but answer. */
export async function measureLoop(rounds: number): Promise<LoopTimes> {
  return await measure(rounds, async (url) => {
    const tools = toolsWithProbe();
    const hooks = new HookRegistry();
    const todos = new TodoManager();
    const enabledTools = tools.names;
    const model = new AnthropicModel({ connection: () => ({ baseUrl: url, key: 'k', keyHeader: 'x-api-key' }) });
    const session = new AgentSession(todos, ({ sessionId, history, prompt, emit, signal }) =>
      new AgentLoop({
        model,
        tools,
        calls: new ToolCallRunner({ tools, hooks, policy: allowAll }),
        hooks,
        tails: [new TodoReminder(reminder, () => 0)],
        sessionId,
        systemPrompt: () => system,
        request: () => ({ model: modelName, maxTokens: 8000, enabledTools }),
        maxRounds: () => rounds + 1,
      }).run(history, prompt, emit, signal),
    );
    const rows = new SessionRows();
    session.onDidEmit((event) => rows.apply(event));
    const outcome = await session.start('go');
    if (outcome.kind !== 'completed' || outcome.rounds !== rounds) throw new Error(JSON.stringify(outcome));
    session.dispose();
  });
}

/** The least that an agent can be: fetch, parse, run the tool, append. */
export async function measureBareLoop(rounds: number): Promise<LoopTimes> {
  return await measure(rounds, async (url) => {
    const tools = toolsWithProbe();
    const definitions = tools.definitions();
    const messages: Message[] = [{ role: 'user', content: 'go' }];
    for (;;) {
      const content = await askBare(url, definitions, messages);
      messages.push({ role: 'assistant', content });
      const results = [];
      for (const block of content) {
        if (block.type !== 'tool_use') continue;
        const tool = tools.get(block.name);
        const output = await tool?.run(tool.parse(block.input), toolContext(block.id));
        results.push({ type: 'tool_result' as const, tool_use_id: block.id, content: output?.text ?? '' });
      }
      if (results.length === 0) return;
      messages.push({ role: 'user', content: results });
    }
  });
}

const modelName = 'claude-sonnet-5-5';
const system = 'You are an agent of the bench. '.repeat(40);
const reminder = () => ({ threshold: 3, message: 'todos?', resetOnTodoWrite: true, isOffered: true });
const allowAll: PermissionDecider = { decide: () => Promise.resolve({ kind: 'allow' }), remember: () => undefined };

const call = { name: 'probe', input: { file_path: 'src/some/folder/file.ts' } };

const probe: Tool = {
  definition: { name: 'probe', description: 'answers', input_schema: { type: 'object' } },
  claudeName: 'Read',
  access: 'read',
  parse: (input) => input,
  subject: () => Promise.resolve({ title: 'probe', paths: [] }),
  run: () => {
    const { user, system: ours } = process.cpuUsage();
    probedAt.push((user + ours) / 1000);
    return Promise.resolve({ text: 'one line of a file that was read\n'.repeat(30) });
  },
};

/** Computing time of this process at each call of the tool. */
const probedAt: number[] = [];

function toolsWithProbe(): ToolRegistry {
  const tools = new ToolRegistry();
  for (const tool of [...allTools(), probe]) tools.register(tool);
  return tools;
}

function toolContext(callId: string) {
  return { callId, signal: new AbortController().signal, report: () => undefined };
}

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown };

async function askBare(url: string, tools: readonly ToolDefinition[], messages: readonly Message[]): Promise<Block[]> {
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: modelName, max_tokens: 8000, stream: true, system, tools, messages }),
  });
  const blocks: Block[] = [];
  let json = '';
  for (const line of (await response.text()).split('\n')) {
    if (!line.startsWith('data: ')) continue;
    // The server is the bench's own.
    const event = JSON.parse(line.slice(6)) as { type: string; content_block: Block; delta: Record<string, string> };
    const last = blocks.at(-1);
    if (event.type === 'content_block_start') blocks.push(event.content_block);
    if (event.type === 'content_block_delta' && last?.type === 'text') last.text += event.delta['text'] ?? '';
    if (event.type === 'content_block_delta' && last?.type === 'tool_use') json += event.delta['partial_json'] ?? '';
    if (event.type === 'content_block_stop' && last?.type === 'tool_use') {
      last.input = JSON.parse(json);
      json = '';
    }
  }
  return blocks;
}

async function measure(rounds: number, run: (url: string) => Promise<void>): Promise<LoopTimes> {
  const server = fork('scripts/bench/loopServer.mjs', [String(rounds), JSON.stringify(call)]);
  const gaps: number[] = [];
  let peakMemory = 0;
  let tellPort: (port: number) => void = () => undefined;
  const port = new Promise<number>((resolve) => (tellPort = resolve));
  // The server is the bench's own.
  server.on('message', (message: { readonly port?: number; readonly gap?: number }) => {
    if (message.port !== undefined) tellPort(message.port);
    if (message.gap === undefined) return;
    gaps.push(message.gap);
    if (gaps.length % 50 === 0) peakMemory = Math.max(peakMemory, process.memoryUsage.rss());
  });
  probedAt.length = 0;
  await run(`http://127.0.0.1:${await port}`);
  server.kill();
  const computing = probedAt.slice(1).map((at, index) => at - (probedAt[index] ?? at));
  return { gaps, computing, peakMemory };
}
