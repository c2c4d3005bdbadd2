import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { EventsFile } from './eventsFile.ts';
import type { Report, Results } from './report.ts';
import { compiledTests } from './testFiles.ts';
import { withTries } from './tries.ts';

export interface NodeStage {
  /** The folder under test/. */
  readonly folder: string;
  /** For one test or hook, in ms. */
  readonly timeout: number;
  /** For the whole stage, in ms: ends a test that blocks the process. */
  readonly limit: number;
  /** So many files at a time, each in a process of its own and with TEST_TRIES tries; without it all in one process. */
  readonly atOnce?: number;
}

/** Runs the tests of a folder with mocha in a Node of their own, so that no test can end the runner. */
export async function runNodeStage(stage: NodeStage, report: Report): Promise<void> {
  const files = compiledTests(stage.folder);
  const end = performance.now() + stage.limit;
  const run = (some: readonly string[], results: Results): Promise<void> =>
    runFiles(some, { timeout: stage.timeout, limit: end - performance.now() }, results);
  if (stage.atOnce === undefined) return run(files, report);
  // The largest first: else one of them may begin last and run alone.
  const waiting = files.toSorted((a, b) => statSync(b).size - statSync(a).size);
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const one = [file];
      await withTries(report, (results) => run(one, results));
    }
  };
  await Promise.all(Array.from({ length: stage.atOnce }, work));
}

async function runFiles(
  files: readonly string[],
  { timeout, limit }: Pick<NodeStage, 'timeout' | 'limit'>,
  results: Results,
): Promise<void> {
  const events = new EventsFile(results);
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', 'out/scripts/mochaProcess.mjs', String(timeout), ...files],
    {
      stdio: ['ignore', 'inherit', 'pipe'],
      env: { ...process.env, TEST_EVENTS: events.path },
      timeout: Math.max(1, Math.ceil(limit)),
    },
  );
  // By a signal, so that the process gets to end the servers that it started.
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  let ending = 'the process did not start';
  try {
    await once(child, 'close');
    ending = `the process ended with ${child.exitCode ?? child.signalCode}\n${errors}`;
  } finally {
    process.off('exit', end);
    events.close(ending);
  }
}
