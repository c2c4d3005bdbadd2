import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where VS Code keeps the ripgrep that it ships, by version and kind of installation. */
const MODULE_FOLDERS = ['node_modules', 'node_modules.asar.unpacked'];

/** The ripgrep of this VS Code, else the one on the PATH, else undefined. */
export function findRipgrep(appRoot: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const places = ['ripgrep-universal/bin/' + `${process.platform}-${process.arch}`, 'ripgrep/bin'];
  const shipped = MODULE_FOLDERS.flatMap((modules) =>
    places.map((place) => path.join(appRoot, modules, '@vscode', place)),
  );
  const onPath = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return [...shipped, ...onPath].map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}
