// npm run bench: prints what a change may make worse without failing a test. See scripts/bench/.
import { enterProject, importTypeScript } from './lib/project.mjs';

enterProject();
const { bench } = await importTypeScript('scripts/bench/bench.ts', 'scripts/bench/loopMemory.ts');
await bench();
process.exit(0);
