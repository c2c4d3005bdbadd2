import * as vscode from 'vscode';
import { demoMarker } from '../ids.ts';

/**
 * The demo's folder: a fresh copy of the sample that ships with the extension, below the extension's storage, or the
 * one that `npm start` makes. The demo changes files only in such a copy that nobody has changed yet.
 */
export class DemoFolder {
  readonly #sample: vscode.Uri;
  readonly #storage: vscode.Uri;

  constructor(context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'>) {
    this.#sample = vscode.Uri.joinPath(context.extensionUri, 'media', 'sample');
    this.#storage = vscode.Uri.joinPath(context.globalStorageUri, 'demo');
  }

  /** A new copy. With `startOnOpen`, the demo begins by itself when the folder is opened. */
  async create(startOnOpen: boolean): Promise<vscode.Uri> {
    const folder = vscode.Uri.joinPath(this.#storage, `sample-${Date.now().toString(36)}`);
    await vscode.workspace.fs.copy(this.#sample, folder);
    await writeMarker(folder, startOnOpen);
    return folder;
  }

  /** True when `folder` is a copy and every file of the sample in it is as shipped. */
  async isFreshCopy(folder: vscode.Uri): Promise<boolean> {
    if ((await readMarker(folder)) === undefined) return false;
    for (const name of await filesBelow(this.#sample)) {
      const [shipped, found] = await Promise.all([
        readIfThere(vscode.Uri.joinPath(this.#sample, name)),
        readIfThere(vscode.Uri.joinPath(folder, name)),
      ]);
      if (shipped === undefined || found === undefined || !Buffer.from(shipped).equals(found)) return false;
    }
    return true;
  }

  async isCopy(folder: vscode.Uri): Promise<boolean> {
    return (await readMarker(folder)) !== undefined;
  }

  /** True once per opened copy: when it was made to start the demo by itself. */
  async takeStart(folder: vscode.Uri): Promise<boolean> {
    const marker = await readMarker(folder);
    if (marker?.startOnOpen !== true) return false;
    await writeMarker(folder, false);
    return true;
  }
}

async function readMarker(folder: vscode.Uri): Promise<{ startOnOpen: boolean } | undefined> {
  const bytes = await readIfThere(vscode.Uri.joinPath(folder, demoMarker));
  if (bytes === undefined) return undefined;
  return { startOnOpen: new TextDecoder().decode(bytes).trim() === 'start' };
}

async function writeMarker(folder: vscode.Uri, startOnOpen: boolean): Promise<void> {
  const text = startOnOpen ? 'start\n' : 'demo\n';
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, demoMarker), new TextEncoder().encode(text));
}

async function readIfThere(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch {
    // Not there, or not a file: both mean that this is no copy of the sample.
    return undefined;
  }
}

/** Relative paths, folders walked. */
async function filesBelow(folder: vscode.Uri, prefix = ''): Promise<string[]> {
  const names: string[] = [];
  for (const [name, type] of await vscode.workspace.fs.readDirectory(folder)) {
    const relative = prefix === '' ? name : `${prefix}/${name}`;
    if (type === vscode.FileType.Directory)
      names.push(...(await filesBelow(vscode.Uri.joinPath(folder, name), relative)));
    else names.push(relative);
  }
  return names;
}
