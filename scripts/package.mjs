// npm run package: makes todo-agent-<version>.vsix, and fails on any warning of vsce or a file that is too large.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { enterProject } from './lib/project.mjs';

const maximumBytes = 1_000_000;

enterProject();
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const file = `${name}-${version}.vsix`;
// vsce builds first (vscode:prepublish). No dependencies: they are in the bundle. No repository yet to link to.
const vsce = [
  'package',
  '--no-dependencies',
  '--allow-missing-repository',
  '--no-rewrite-relative-links',
  '--out',
  file,
];
const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/@vscode/vsce/vsce', ...vsce], {
  encoding: 'utf8',
});
const output = stdout + stderr;
process.stdout.write(output);
const size = status === 0 ? statSync(file).size : 0;
if (status !== 0) fail('vsce failed.');
else if (/\bWARNING\b/i.test(output)) fail('vsce warned.');
else if (size > maximumBytes) fail(`${file} has ${size} bytes; the limit is ${maximumBytes}.`);
else console.log(`${file}: ${Math.round(size / 1000)} kB`);

function fail(reason) {
  console.error(reason);
  process.exitCode = 1;
}
