import { WorkbenchSession } from '../../test/support/useWorkbench.ts';

/** The time in ms of `activate()`, loading the bundle included, each in a new extension host. */
export async function measureActivation(times: number): Promise<readonly number[]> {
  const session = await WorkbenchSession.start();
  try {
    const results: number[] = [];
    for (let i = 0; i < times; i++) {
      if (i > 0) await session.reload();
      const time = await session.host(async (vscode) => {
        const extension = vscode.extensions.getExtension('todo-agent.todo-agent');
        if (extension === undefined) throw new Error('the extension is not installed');
        if (extension.isActive) throw new Error('the extension was active before anything asked for it');
        const start = performance.now();
        await extension.activate();
        return performance.now() - start;
      });
      results.push(time);
    }
    return results;
  } finally {
    await session.stop();
  }
}
