// Runs test files under plain Node: mochaProcess.mjs <time-out in ms> <file ...>
import { runMocha } from '../../test/support/mochaEvents.ts';
import { exitOnSignals } from '../../test/support/vscode/processes.ts';

exitOnSignals();
const [timeout, ...files] = process.argv.slice(2);
await runMocha(files, { timeout: Number(timeout) });
// A test that leaves a timer or a socket behind must not keep the process alive.
process.exit(0);
