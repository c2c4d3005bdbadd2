import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { measureActivation } from './activation.ts';
import { reportJournal } from './journal.ts';
import { reportCache, reportLoop } from './loopReport.ts';
import { measureTree } from './treeDelay.ts';

/** Prints one line per number. Times come from a real VS Code and so from this machine: compare, don't quote. */
export async function bench(): Promise<void> {
  execFileSync(process.execPath, ['esbuild.config.mjs', '--production']);
  const bundle = readFileSync('dist/extension.js');
  console.log(`bundle: ${kilobytes(bundle.length)} kB, ${kilobytes(gzipSync(bundle).length)} kB compressed`);
  for (const line of [...(await reportLoop(1000)), ...(await reportCache(200))]) console.log(line);
  for (const line of await reportJournal(10_000)) console.log(line);
  console.log(`activation: ${summary(await measureActivation(5))}`);
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
