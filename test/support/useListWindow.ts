import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { AgentProbe } from './agentProbe.ts';
import { sampleDirectory } from './projectPaths.ts';
import { type ServerTurn, StrictServer, type StrictServerOptions } from './strictServer.ts';
import { useWorkbench, type WorkbenchHandle } from './useWorkbench.ts';
import type { Settings } from './vscode/server.ts';
import type { Row, View } from './workbench/view.ts';

export interface ListWindowOptions extends Pick<StrictServerOptions, 'otherwise'> {
  /** Beside the address of the model. */
  readonly settings?: Settings;
}

/** A window whose agent talks to a scripted model, looked at through its todo list. */
export interface ListWindow {
  readonly model: StrictServer;
  readonly ui: WorkbenchHandle;
  readonly probe: AgentProbe;
  readonly view: () => View;
  /** Resolves with the row of this label once it is as wanted, with the first of several. */
  readonly rowWhen: (label: string, isWanted?: (row: Row) => boolean) => Promise<Row>;
  /** Shows the list and leaves a task under way to which the model answers with these turns. */
  readonly begin: (...turns: readonly ServerTurn[]) => Promise<void>;
  /** The same to the end: the outcome is there, and nothing spins. */
  readonly run: (...turns: readonly ServerTurn[]) => Promise<void>;
  /** Ends what runs; the next test finds a new session with an empty list and a model with nothing to say. */
  readonly reset: () => Promise<void>;
  /** Puts back the sample's module, which most tests let the agent edit. */
  readonly restoreSample: () => Promise<void>;
}

/** Call in a `describe`, as `useWorkbench`; say there when to `reset`: after each test, or after each group. */
export function useListWindow({ settings = {}, ...answers }: ListWindowOptions = {}): ListWindow {
  const model = new StrictServer([], answers);
  before('start the model', () => model.listen());
  const ui = useWorkbench(() => ({
    settings: { 'agent.baseUrl': model.url, ...settings },
    env: { ANTHROPIC_API_KEY: 'test-key' },
  }));
  after('stop the model', () => model.stop());
  const probe = new AgentProbe(ui);
  const view = (): View => ui.workbench.view('Todos');

  async function rowWhen(label: string, isWanted: (row: Row) => boolean = () => true): Promise<Row> {
    const isIt = (row: Row): boolean => row.label === label && isWanted(row);
    const rows = await view().rowsWhen((all) => all.some(isIt));
    // It is there: that was waited for.
    return rows.find(isIt) as Row;
  }

  async function begin(...turns: readonly ServerTurn[]): Promise<void> {
    await ui.workbench.openContainer('Agent');
    model.push(...turns);
    await probe.begin('agent.startTask', { prompt: 'Fix it.' });
  }

  async function run(...turns: readonly ServerTurn[]): Promise<void> {
    await begin(...turns);
    await probe.outcome();
    await view().rowsWhen((rows) => !rows.some(({ icon }) => icon.includes('spin')));
  }

  async function reset(): Promise<void> {
    model.clear();
    await probe.reset();
    await view().rowsWhen((rows) => rows.length === 0);
  }

  const restoreSample = (): Promise<void> =>
    copyFile(path.join(sampleDirectory, 'slug.js'), path.join(ui.workspaceFolder, 'slug.js'));

  return { model, ui, probe, view, rowWhen, begin, run, reset, restoreSample };
}
