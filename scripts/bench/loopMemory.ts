import { measureBareLoop, measureLoop } from './loopOverhead.ts';

// A process: runs one of the two loops and prints its peak memory in MB.
const [, , which, rounds] = process.argv;
const { peakMemory } = await (which === 'bare' ? measureBareLoop : measureLoop)(Number(rounds));
console.log(Math.round(peakMemory / 1e6));
process.exit(0);
