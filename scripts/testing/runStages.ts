import { exitOnSignals } from '../../test/support/vscode/processes.ts';
import { Report } from './report.ts';
import { groups, type Stage, stages as allStages } from './stages.ts';

/** Runs the named stages or groups of stages, or all, and returns the exit code. */
export async function runStages(
  names: readonly string[],
  stages: Readonly<Record<string, Stage>> = allStages,
  report = new Report(),
): Promise<number> {
  exitOnSignals();
  const wanted = new Set((names.length === 0 ? ['all'] : names).flatMap((name) => groups[name] ?? [name]));
  let chosen = 0;
  for (const name of wanted) {
    const stage = stages[name];
    await runStage(name, stage, report);
    if (stage?.hasTests === true) chosen += report.inStage;
  }
  const isForTests = [...wanted].some((name) => stages[name]?.hasTests === true);
  if (isForTests && chosen === 0) report.fail('the filter matches a test', `Nothing matches ${filter()}.`);
  report.close();
  return report.hasFailed ? 1 : 0;
}

async function runStage(name: string, stage: Stage | undefined, report: Report): Promise<void> {
  report.startStage(stage?.title ?? name);
  try {
    if (stage === undefined) throw new Error(`There is no such stage; there are ${Object.keys(allStages).join(', ')}.`);
    await stage.run(report);
    // With a filter, a stage may well have nothing to run; not all of them.
    if (report.inStage === 0 && filter() === '') throw new Error('No test ran.');
  } catch (error) {
    report.fail(name, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  report.endStage();
}

/** As it was given, for a person; empty without one. */
function filter(): string {
  return ['TEST_FILE', 'TEST_GREP']
    .flatMap((name) => (process.env[name] ? [`${name}=${process.env[name]}`] : []))
    .join(' ');
}
