/** A path of a call, resolved before anything is decided. */
export interface ResolvedPath {
  /** As the model gave it. */
  readonly given: string;
  /** Absolute, `~` and `..` resolved; native separators. A URI string (not percent-encoded) in a virtual workspace. */
  readonly path: string;
  /** `path` through symlinks (of the deepest existing parent when the file is new). */
  readonly realPath: string;
  /** True when both `path` and `realPath` lie in a workspace folder. */
  readonly isInside: boolean;
}

/** One folder of the workspace. `path` is absolute with native separators, or a URI string where there is no local disk. */
export interface WorkspaceRoot {
  readonly name: string;
  readonly path: string;
}

/** The part of Node's `path` that the rules below need: pass its `posix` or `win32`. */
export interface PathStyle {
  readonly sep: string;
  isAbsolute(path: string): boolean;
  resolve(...paths: string[]): string;
  relative(from: string, to: string): string;
  basename(path: string): string;
  dirname(path: string): string;
  join(...paths: string[]): string;
}

export interface PathScope {
  readonly roots: readonly WorkspaceRoot[];
  /** The person's home folder, for `~`. */
  readonly home: string;
  readonly style: PathStyle;
}

/**
 * The absolute path that `given` means, without looking at the disk. Relative paths belong to the folder that their
 * first part names when there are several folders, else to the first folder. Drive letters are lower case, as in VS Code.
 */
export function absolutePath(given: string, scope: PathScope): string {
  if (scope.style.sep === '/') return lexicalPath(given, scope);
  // Git Bash prints c:\x as /c/x, and the model hands it on.
  const native = given.replace(/^\/([a-zA-Z])(?=\/|$)/, '$1:/');
  return lexicalPath(native, scope).replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
}

/** True when `path` is `folder` or lies below it. Both absolute. */
export function isWithin(folder: string, path: string, style: PathStyle): boolean {
  const relative = style.relative(folder, path);
  return relative !== '..' && !relative.startsWith(`..${style.sep}`) && !style.isAbsolute(relative);
}

/** How the model and people read `path`: relative to its folder with `/`, the folder's name first when there are several. */
export function displayPath(path: string, roots: readonly WorkspaceRoot[]): string {
  const [root] = roots
    .filter((candidate) => path === candidate.path || path.startsWith(withSeparator(candidate.path)))
    .sort((a, b) => b.path.length - a.path.length);
  if (root === undefined) return path;
  const rest = path.slice(withSeparator(root.path).length);
  const relative = isWindowsPath(root.path) ? rest.replaceAll('\\', '/') : rest;
  if (roots.length > 1) return relative === '' ? root.name : `${root.name}/${relative}`;
  return relative === '' ? '.' : relative;
}

function lexicalPath(given: string, { style, roots, home }: PathScope): string {
  if (given === '~' || given.startsWith('~/') || given.startsWith(`~${style.sep}`)) {
    return style.resolve(home, given.slice(2));
  }
  return style.isAbsolute(given) ? style.resolve(given) : underRoot(given, roots, style);
}

function underRoot(given: string, roots: readonly WorkspaceRoot[], style: PathStyle): string {
  const [first] = roots;
  if (first === undefined) return style.resolve(given);
  if (roots.length > 1) {
    const [name, ...rest] = given
      .split(style.sep === '\\' ? /[/\\]/ : '/')
      .filter((part) => part !== '' && part !== '.');
    const named = roots.find((root) => root.name === name);
    if (named !== undefined) return style.resolve(named.path, ...rest);
  }
  return style.resolve(first.path, given);
}

function withSeparator(folder: string): string {
  if (/[/\\]$/.test(folder)) return folder;
  return folder + (isWindowsPath(folder) ? '\\' : '/');
}

function isWindowsPath(path: string): boolean {
  return /^(?:[a-zA-Z]:\\|\\\\)/.test(path);
}
