import { spawn } from 'node:child_process';
import { EventsFile } from './eventsFile.ts';
import type { Report } from './report.ts';
import { compiledTests } from './testFiles.ts';

export interface NodeStage {
  /** The folder under test/. */
  readonly folder: string;
  /** For one test or hook, in ms. */
  readonly timeout: number;
  /** For the whole stage, in ms: ends a test that blocks the process. */
  readonly limit: number;
}

/** Runs the tests of a folder with mocha in a Node of their own, so that no test can end the runner. */
export async function runNodeStage(stage: NodeStage, report: Report): Promise<void> {
  const files = compiledTests(stage.folder);
  const events = new EventsFile(report);
  const args = ['--enable-source-maps', 'out/scripts/mochaProcess.mjs', String(stage.timeout), ...files];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, TEST_EVENTS: events.path },
    timeout: stage.limit,
  });
  // By a signal, so that the process gets to end the servers that it started.
  const end = (): void => void child.kill('SIGTERM');
  process.once('exit', end);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  process.off('exit', end);
  events.close(`the process ended with ${code ?? child.signalCode}\n${errors}`);
}
