import { execFileSync } from 'node:child_process';
import { toWireRequest } from '../../src/node/model/anthropicRequest.ts';
import {
  cacheBlocksOf,
  CacheSimulator,
  idealPrice,
  minimumPrefix,
  priceOf,
} from '../../test/support/cacheSimulator.ts';
import { longRun } from '../../test/support/longRun.ts';
import { measureBareLoop, measureLoop, type LoopTimes } from './loopOverhead.ts';

/** Where a round's time is looked at, and how long and how often a run is for it. */
const samples = [
  { rounds: [10, 100], length: 130, times: 9 },
  { rounds: [1000], length: 1000, times: 3 },
] as const;

/**
 * Lines on what the loop adds to each round, beside the least that an agent can be. The two take turns in one process, so
 * that whatever else the machine does meets both; each number is the median over the runs.
 */
export async function reportLoop(): Promise<readonly string[]> {
  // Before it counts: code that has run is faster.
  for (let at = 0; at < 3; at += 1) await measureBoth(200);
  const lines: string[] = [];
  for (const { rounds, length, times } of samples) {
    const pairs: Pair[] = [];
    for (let at = 0; at < times; at += 1) pairs.push(await measureBoth(length));
    lines.push(...rounds.map((round) => lineOf(round, pairs)));
  }
  return lines;
}

/** Each in a process of its own: what is left of the one is not taken for the other's. */
export function reportMemory(rounds: number): string {
  const [loop, bare] = (['loop', 'bare'] as const).map((which) => {
    const script = 'out/scripts/loopMemory.mjs';
    return execFileSync(process.execPath, [script, which, String(rounds)], { encoding: 'utf8' }).trim();
  });
  return `peak memory of a process with ${rounds} rounds: loop ${loop} MB, bare ${bare} MB`;
}

interface Pair {
  readonly loop: LoopTimes;
  readonly bare: LoopTimes;
}

async function measureBoth(rounds: number): Promise<Pair> {
  return { loop: await measureLoop(rounds), bare: await measureBareLoop(rounds) };
}

/** A line for each minimum of a model: what a run costs with the prompt cache, beside the least that it could. */
export async function reportCache(rounds: number): Promise<readonly string[]> {
  const requests = (await longRun(rounds)).map((request) => cacheBlocksOf(toWireRequest(request)));
  const ideal = idealPrice(requests);
  return Object.entries(minimumPrefix).map(([model, minimum]) => {
    const cache = new CacheSimulator(minimum);
    const price = requests.reduce((sum, request) => sum + priceOf(cache.take(request)), 0);
    return `prompt cache, ${rounds} rounds, ${model}: ${(price / ideal).toFixed(4)} times the ideal`;
  });
}

/** Of the rounds about this one, the fastest quarter's end: what else the machine does only ever adds. */
function near(times: readonly number[], round: number): number {
  const sorted = times.slice(Math.max(0, round - 25), round + 24).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 4)] ?? NaN;
}

function lineOf(round: number, pairs: readonly Pair[]): string {
  const compare = (what: (times: LoopTimes) => readonly number[]): string => {
    const of = (side: keyof Pair): number[] => pairs.map((pair) => near(what(pair[side]), round));
    const ratio = median(pairs.map(({ loop, bare }) => near(what(loop), round) / near(what(bare), round)));
    const [loop, bare] = [median(of('loop')), median(of('bare'))];
    return `loop ${loop.toFixed(2)} ms, bare ${bare.toFixed(2)} ms (${ratio.toFixed(2)} times)`;
  };
  const [waiting, computing] = [compare(({ gaps }) => gaps), compare((times) => times.computing)];
  return `round ${round}: answer to next request ${waiting}; computing ${computing}`;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}
