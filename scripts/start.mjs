// npm start [-- --server]: the extension in a real VS Code, on a fresh copy of the sample project.
import { enterProject, importTypeScript } from './lib/project.mjs';

enterProject();
const { start } = await importTypeScript('scripts/starting/start.ts');
process.exitCode = await start(process.argv.slice(2));
