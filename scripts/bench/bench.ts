import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { gzipSync } from 'node:zlib';
import { measureActivation } from './activation.ts';
import { reportJournal } from './journal.ts';
import { reportCache, reportLoop, reportMemory } from './loopReport.ts';
import { measureHostRounds } from './hostRounds.ts';
import { measureTree } from './treeDelay.ts';

/** Prints one line per number. Times come from a real VS Code and so from this machine: compare, don't quote. */
export async function bench(): Promise<void> {
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(', ');
  console.log(`${availableParallelism()} cores, Node ${process.version}, load of the machine before: ${load}`);
  execFileSync(process.execPath, ['esbuild.config.mjs', '--production']);
  const bundle = readFileSync('dist/main.js');
  console.log(`bundle: ${kilobytes(bundle.length)} kB, ${kilobytes(gzipSync(bundle).length)} kB compressed`);
  for (const line of await reportLoop()) console.log(line);
  console.log(reportMemory(1000));
  for (const line of await reportCache(200)) console.log(line);
  for (const line of await reportJournal(10_000)) console.log(line);
  const { first, later } = await measureActivation(7);
  console.log(
    `first activation of a version: ${first.elapsed.toFixed(1)} ms, computing ${first.computing.toFixed(1)} ms`,
  );
  console.log(`activation: ${summary(later.map(({ elapsed }) => elapsed))}`);
  console.log(`computing of an activation: ${summary(later.map(({ computing }) => computing))}`);
  const { firstRequest, between } = await measureHostRounds(60);
  console.log(`first task's command to its request: ${firstRequest.toFixed(1)} ms`);
  console.log(`end of a round to the next request, in the extension host: ${summary(between)}`);
  console.log(`todo_write result to changed row: ${summary(await measureTree(20))}`);
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1000);
}

function summary(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? NaN).toFixed(1);
  return `median ${at(0.5)} ms, fastest ${at(0)} ms, slowest ${at(1)} ms (${sorted.length} times)`;
}
