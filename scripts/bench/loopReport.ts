import { toWireRequest } from '../../src/node/anthropicRequest.ts';
import {
  cacheBlocksOf,
  CacheSimulator,
  idealPrice,
  minimumPrefix,
  priceOf,
} from '../../test/support/cacheSimulator.ts';
import { longRun } from '../../test/support/longRun.ts';
import { measureBareLoop, measureLoop, type LoopTimes } from './loopOverhead.ts';

/** Lines on what the loop adds to each round, beside the least that an agent can be. */
export async function reportLoop(rounds: number): Promise<readonly string[]> {
  // Once before it counts: code that has run is faster.
  await measureLoop(300);
  await measureBareLoop(300);
  const ours = await measureLoop(rounds);
  const bare = await measureBareLoop(rounds);
  const lines = [10, 100, 1000].filter((round) => round <= rounds).map((round) => lineOf(round, ours, bare));
  return [...lines, `peak memory of ${rounds} rounds: loop ${megabytes(ours)} MB, bare ${megabytes(bare)} MB`];
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

/** Half of the rounds about this one are left out as disturbed by whatever else the machine does. */
function lineOf(round: number, ours: LoopTimes, bare: LoopTimes): string {
  const near = (times: readonly number[]): number => {
    const sorted = times.slice(Math.max(0, round - 25), round + 24).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 4)] ?? NaN;
  };
  const compare = (what: (times: LoopTimes) => readonly number[]): string => {
    const [loop, other] = [near(what(ours)), near(what(bare))];
    return `loop ${loop.toFixed(2)} ms, bare ${other.toFixed(2)} ms (${(loop / other).toFixed(2)} times)`;
  };
  const [waiting, computing] = [compare(({ gaps }) => gaps), compare((times) => times.computing)];
  return `round ${round}: answer to next request ${waiting}; computing ${computing}`;
}

function megabytes({ peakMemory }: LoopTimes): number {
  return Math.round(peakMemory / 1e6);
}
