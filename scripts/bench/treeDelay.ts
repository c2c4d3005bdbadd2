import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { TodoAgentApi } from '../../src/api.ts';
import { type ServerTurn, call, say, StrictServer } from '../../test/support/strictServer.ts';
import { WorkbenchSession } from '../../test/support/useWorkbench.ts';
import type { PageElement } from '../../test/support/workbench/pageElement.ts';

/** What is used of the page's globals; see PageElement. */
interface PageGlobals {
  readonly document: { readonly body: object; querySelectorAll(selector: string): Iterable<PageElement> };
  readonly MutationObserver: new (listener: () => void) => { observe(target: object, options: object): void };
  seenAt: Record<string, number>;
}

/** Where the listener in the extension host keeps its times. */
type Times = typeof globalThis & { changedAt: Record<string, number> };

/** The times in ms from a change of the list, as the API tells it, to the row that shows it in the window. */
export async function measureTree(changes: number): Promise<readonly number[]> {
  const steps = Array.from({ length: changes }, (_, index) => `Step ${index + 1}`);
  const model = await StrictServer.start([...steps.map(writeTodo), say('Done.')]);
  const session = await WorkbenchSession.start({
    settings: { 'agent.baseUrl': model.url },
    env: { ANTHROPIC_API_KEY: 'bench' },
  });
  try {
    await session.workbench.openContainer('Agent');
    await watchRows(session.workbench.page);
    const changedAt = await runTask(session);
    await session.workbench
      .view('Todos')
      .row(`[>] ${steps.at(-1)}`)
      .waitFor();
    const seenAt = await session.workbench.page.evaluate(() => (globalThis as unknown as PageGlobals).seenAt);
    // Two changes within one refresh: only the last one is ever seen.
    return steps.flatMap((step) => {
      const [changed, seen] = [changedAt[step], seenAt[`[>] ${step}`]];
      return changed === undefined || seen === undefined ? [] : [seen - changed];
    });
  } finally {
    await session.stop();
    await model.stop();
  }
}

function writeTodo(content: string, index: number): ServerTurn {
  // A pause as between a real model's answers, so that the tree has come to rest.
  return call(
    `toolu_${index}`,
    'todo_write',
    { todos: [{ content, status: 'in_progress' }] },
    { after: () => wait(300) },
  );
}

/** Runs the task and returns when each content was first told by the API. */
function runTask(session: WorkbenchSession): Promise<Record<string, number>> {
  return session.host(async (vscode) => {
    const api = await vscode.extensions.getExtension<TodoAgentApi>('todo-agent.todo-agent')?.activate();
    const times = globalThis as Times;
    times.changedAt = {};
    api?.todos.onDidChange((items) => {
      for (const { content } of items) times.changedAt[content] ??= Date.now();
    });
    await vscode.commands.executeCommand('agent.startTask', { prompt: 'Bench' });
    return times.changedAt;
  });
}

/** Notes in the page when a row's label is first there. */
async function watchRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const globals = globalThis as unknown as PageGlobals;
    globals.seenAt = {};
    const observer = new globals.MutationObserver(() => {
      for (const label of globals.document.querySelectorAll('.monaco-list-row .label-name')) {
        globals.seenAt[label.textContent ?? ''] ??= Date.now();
      }
    });
    observer.observe(globals.document.body, { subtree: true, childList: true, characterData: true });
  });
}
