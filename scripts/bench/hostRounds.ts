import { fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { WorkbenchSession } from '../../test/support/useWorkbench.ts';
import type { TodoAgentApi } from '../../src/api.ts';

/** Milliseconds in the extension host of a real VS Code. */
export interface HostTimes {
  /** From the command of the first task after the activation to its request. */
  readonly firstRequest: number;
  /** From the end of a round to the next request, by round. */
  readonly between: readonly number[];
}

/** Runs a task of so many rounds, each of which reads a small file, as a user has the extension. */
export async function measureHostRounds(rounds: number): Promise<HostTimes> {
  const call = { name: 'read_file', input: { file_path: 'bench.txt' } };
  const server = fork('scripts/bench/loopServer.mjs', [String(rounds), JSON.stringify(call)]);
  const port = await new Promise<number>((resolve) => {
    // The server is the bench's own; the port is what it says first.
    server.once('message', (message: { readonly port: number }) => resolve(message.port));
  });
  const session = await WorkbenchSession.start({
    settings: { 'agent.baseUrl': `http://127.0.0.1:${port}`, 'agent.maxRounds': rounds + 1, 'agent.loopGuard': false },
    env: { ANTHROPIC_API_KEY: 'bench' },
    files: { 'bench.txt': 'one line\n' },
  });
  try {
    // The editor's own extensions start with the window.
    await delay(3000);
    return await runTask(session);
  } finally {
    await session.stop();
    server.kill();
  }
}

function runTask(session: WorkbenchSession): Promise<HostTimes> {
  return session.host(async (vscode) => {
    const api = await vscode.extensions.getExtension<TodoAgentApi>('todo-agent.todo-agent')?.activate();
    const requests: number[] = [];
    const ends: number[] = [];
    api?.session.onDidEmit(({ kind }) => {
      if (kind === 'requestStarted') requests.push(performance.now());
      if (kind === 'roundFinished') ends.push(performance.now());
    });
    const start = performance.now();
    await vscode.commands.executeCommand('agent.startTask', { prompt: 'Bench' });
    const between = ends.map((end, at) => (requests[at + 1] ?? NaN) - end);
    return { firstRequest: (requests[0] ?? NaN) - start, between };
  });
}
