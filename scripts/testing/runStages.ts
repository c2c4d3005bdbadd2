import { exitOnSignals } from '../../test/support/vscode/processes.ts';
import { Report } from './report.ts';
import { groups, stages } from './stages.ts';

/** Runs the named stages or groups of stages, or all, and returns the exit code. */
export async function runStages(names: readonly string[]): Promise<number> {
  exitOnSignals();
  const report = new Report();
  const wanted = new Set((names.length === 0 ? ['all'] : names).flatMap((name) => groups[name] ?? [name]));
  for (const name of wanted) await runStage(name, report);
  report.close();
  return report.hasFailed ? 1 : 0;
}

async function runStage(name: string, report: Report): Promise<void> {
  const stage = stages[name];
  report.startStage(stage?.title ?? name);
  try {
    if (stage === undefined) throw new Error(`There is no such stage; there are ${Object.keys(stages).join(', ')}.`);
    await stage.run(report);
    // With a pattern, most stages may well have nothing to run.
    const isFiltered = (process.env['TEST_GREP'] ?? process.env['TEST_FILE']) !== undefined;
    if (report.inStage === 0 && !isFiltered) throw new Error('No test ran.');
  } catch (error) {
    report.fail(name, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  report.endStage();
}
