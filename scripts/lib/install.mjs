// Installs the dependencies when they are missing or not those of the lock file. Uses nothing but Node, since
// on a fresh clone there is nothing else.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export function installIfNeeded() {
  if (isInstalled()) return;
  console.log('Installing dependencies (npm ci) ...');
  const isWindows = process.platform === 'win32';
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync(isWindows ? 'npm.cmd' : 'npm', args, { stdio: 'inherit', shell: isWindows });
  if (status !== 0) throw new Error('npm ci failed');
}

/** By content, since a checkout changes the lock file's time without changing what it says. */
function isInstalled() {
  const installedFile = 'node_modules/.package-lock.json';
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([name, { version, optional, devOptional }]) =>
      name === '' || optional || devOptional || installed[name]?.version === version,
  );
}
