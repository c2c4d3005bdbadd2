import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { WorkbenchSession } from '../../test/support/useWorkbench.ts';

/** Milliseconds of `activate()`, all loading included. */
export interface ActivationTime {
  readonly elapsed: number;
  /** Computing time of the extension host meanwhile: what else the machine does adds less to it. */
  readonly computing: number;
}

export interface ActivationTimes {
  /** Of a version that was never started here. */
  readonly first: ActivationTime;
  /** With the compiled code that a start before left, each in a new extension host. */
  readonly later: readonly ActivationTime[];
}

/** Milliseconds. */
const rest = 3000;

export async function measureActivation(times: number): Promise<ActivationTimes> {
  const session = await WorkbenchSession.start();
  try {
    const first = await activate(session);
    while (!hasCompiledCode(session.testServer.directory)) await delay(500);
    const later: ActivationTime[] = [];
    for (let i = 0; i < times; i++) {
      await session.reload();
      later.push(await activate(session));
    }
    return { first, later };
  } finally {
    await session.stop();
  }
}

async function activate(session: WorkbenchSession): Promise<ActivationTime> {
  // The editor's own extensions start with the window.
  await delay(rest);
  return await session.host(async (vscode) => {
    const extension = vscode.extensions.getExtension('todo-agent.todo-agent');
    if (extension === undefined) throw new Error('the extension is not installed');
    if (extension.isActive) throw new Error('the extension was active before anything asked for it');
    const [start, before] = [performance.now(), process.cpuUsage()];
    await extension.activate();
    const elapsed = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    return { elapsed, computing: (user + system) / 1000 };
  });
}

function hasCompiledCode(directory: string): boolean {
  return readdirSync(directory, { recursive: true }).some((file) =>
    /todo-agent\.todo-agent.compiled$/.test(String(file)),
  );
}
