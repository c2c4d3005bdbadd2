// Runs test files under plain Node: mochaProcess.mjs <time-out in ms> <retries> <file ...>
import { runMocha } from '../../test/support/mochaEvents.ts';
import { exitOnSignals } from '../../test/support/vscode/processes.ts';

exitOnSignals();
const [timeout, retries, ...files] = process.argv.slice(2);
await runMocha(files, { timeout: Number(timeout), retries: Number(retries) });
// A test that leaves a timer or a socket behind must not keep the process alive.
process.exit(0);
