import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { cacheDirectory, projectRoot } from '../projectPaths.ts';

export interface InstalledChromium {
  readonly executable: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Chromium from the npm package @sparticuz/chromium (Linux x64), with the libraries and fonts in it, so that
 * a bare machine can run it. Unpacked by us: the package's own code writes to shared places and turns
 * security off. Returns undefined where the package cannot serve.
 */
export async function getChromium(): Promise<InstalledChromium | undefined> {
  const source = packageDirectory();
  if (source === undefined || process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const home = path.join(cacheDirectory, 'chromium');
  if (!existsSync(home)) {
    const aside = `${home}.part-${process.pid}`;
    try {
      await unpack(source, aside, home);
      await rename(aside, home).catch((error: unknown) => {
        // Another process was first: use its result.
        if (!existsSync(home)) throw error;
      });
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  }
  const libraries = [path.join(home, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return {
    executable: path.join(home, 'chromium'),
    env: { FONTCONFIG_PATH: path.join(home, 'fonts'), LD_LIBRARY_PATH: libraries },
  };
}

function packageDirectory(): string | undefined {
  try {
    const entry = createRequire(path.join(projectRoot, 'package.json')).resolve('@sparticuz/chromium');
    return entry.slice(0, entry.lastIndexOf(path.join('@sparticuz', 'chromium'))) + path.join('@sparticuz', 'chromium');
  } catch {
    return undefined; // An optional dependency: absent where npm could not install it.
  }
}

/** `home` is where `directory` will be in the end: the font configuration names it. */
async function unpack(source: string, directory: string, home: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await decompress(path.join(source, 'bin/chromium.br'), path.join(directory, 'chromium'));
  for (const name of ['al2023', 'fonts', 'swiftshader']) {
    const target = name === 'swiftshader' ? directory : path.join(directory, name);
    const archive = path.join(directory, `${name}.tar`);
    await mkdir(target, { recursive: true });
    await decompress(path.join(source, `bin/${name}.tar.br`), archive);
    await promisify(execFile)('tar', ['xf', archive, '-C', target, '--no-same-owner']);
    await rm(archive);
  }
  // With no font found, Chromium dies at the first missing glyph.
  const folders = [path.join(home, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts', '~/.fonts'];
  const fonts = folders.map((folder) => `<dir>${folder}</dir>`).join('');
  const config = `<fontconfig>${fonts}<cachedir>${path.join(home, 'fontcache')}</cachedir></fontconfig>`;
  const head = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">';
  await writeFile(path.join(directory, 'fonts/fonts.conf'), head + config);
}

async function decompress(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
}
