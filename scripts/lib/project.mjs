// What every script starts with.
import path from 'node:path';
import { installIfNeeded } from './install.mjs';

/** Makes the project's root the working directory, as all other code expects, and sees to its dependencies. */
export function enterProject() {
  process.chdir(path.resolve(import.meta.dirname, '../..'));
  installIfNeeded();
  process.setSourceMapsEnabled(true);
}

/** Bundles TypeScript files of ours into out/scripts, since Node 20 reads no TypeScript, and imports the first. */
export async function importTypeScript(...files) {
  const { build } = await import('esbuild'); // only here: on a fresh clone it has just been installed
  await build({
    entryPoints: files,
    outdir: 'out/scripts',
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  });
  return import(path.resolve('out/scripts', `${path.basename(files[0], '.ts')}.mjs`));
}
