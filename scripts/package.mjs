// npm run package: makes todo-agent-<version>.vsix, and fails on any warning of vsce or a file that is too large.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { plainReadme } from './lib/plainReadme.mjs';
import { enterProject } from './lib/project.mjs';

const maximumBytes = 1_000_000;

enterProject();
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const file = `${name}-${version}.vsix`;
const folder = path.resolve('out/package');
stage();
// No dependencies: they are in the bundle. No repository yet to link to.
const vsce = [
  'package',
  '--no-dependencies',
  '--allow-missing-repository',
  '--no-rewrite-relative-links',
  '--out',
  path.resolve(file),
];
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [path.resolve('node_modules/@vscode/vsce/vsce'), ...vsce],
  {
    cwd: folder,
    encoding: 'utf8',
  },
);
const output = stdout + stderr;
process.stdout.write(output);
const size = status === 0 ? statSync(file).size : 0;
if (status !== 0) fail('vsce failed.');
else if (/\bWARNING\b/i.test(output)) fail('vsce warned.');
else if (size > maximumBytes) fail(`${file} has ${size} bytes; the limit is ${maximumBytes}.`);
else console.log(`${file}: ${Math.round(size / 1000)} kB`);

/** What is packaged, in a folder of its own: built, and with a README whose links all lead somewhere. */
function stage() {
  const build = spawnSync(process.execPath, ['esbuild.config.mjs', '--production'], { stdio: 'inherit' });
  if (build.status !== 0) throw new Error('The extension does not build.');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const texts = readdirSync('.').filter((name) => /^package\.nls.*\.json$/.test(name));
  for (const name of ['dist', 'media', 'l10n', '.vscodeignore', 'CHANGELOG.md', 'LICENSE', ...texts])
    cpSync(name, path.join(folder, name), { recursive: true });
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  delete manifest.scripts;
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
  writeFileSync(path.join(folder, 'README.md'), plainReadme(readFileSync('README.md', 'utf8')));
}

function fail(reason) {
  console.error(reason);
  process.exitCode = 1;
}
