import * as vscode from 'vscode';

/** A file system of its own scheme, as an extension for remote repositories would bring it. Flat but for what paths imply. */
export class MemoryFileSystem implements vscode.FileSystemProvider {
  readonly files = new Map<string, Uint8Array>();
  /** Makes every write fail. */
  isBroken = false;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  #time = 1;

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const file = this.files.get(uri.path);
    if (file !== undefined) return { type: vscode.FileType.File, ctime: 0, mtime: this.#time, size: file.length };
    if (!this.#isFolder(uri.path)) throw vscode.FileSystemError.FileNotFound(uri);
    return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    const names = new Map<string, vscode.FileType>();
    for (const path of this.files.keys()) {
      if (!path.startsWith(`${uri.path}/`)) continue;
      const [name = '', ...rest] = path.slice(uri.path.length + 1).split('/');
      names.set(name, rest.length === 0 ? vscode.FileType.File : vscode.FileType.Directory);
    }
    return [...names];
  }

  createDirectory(): void {
    // Folders are where files are.
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const file = this.files.get(uri.path);
    if (file === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }

  /** Asynchronous, since VS Code's queue of writes never goes on after one that throws at once. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    if (this.isBroken) throw vscode.FileSystemError.NoPermissions(uri);
    this.files.set(uri.path, content);
    this.#time += 1;
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  delete(uri: vscode.Uri): void {
    this.files.delete(uri.path);
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  #isFolder(path: string): boolean {
    return path === '/' || [...this.files.keys()].some((file) => file.startsWith(`${path}/`));
  }
}
