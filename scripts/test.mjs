// npm test [-- stage ...]: see docs/testing.md.
import { enterProject, importTypeScript } from './lib/project.mjs';

enterProject();
const { runStages } = await importTypeScript('scripts/testing/runStages.ts', 'scripts/testing/mochaProcess.ts');
process.exitCode = await runStages(process.argv.slice(2));
