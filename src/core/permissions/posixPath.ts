/**
 * Paths as rules see them: absolute, with `/`, without `.` and `..`. A Windows drive is its letter (`C:\x` is `/c/x`),
 * a URI stays as it is, so that its own `/` work like those of a path.
 */
export function toPosix(path: string): string {
  if (isUri(path)) return normalize(path);
  const drive = /^([a-zA-Z]):(?=[\\/]|$)/.exec(path);
  const slashed = drive === null && !path.startsWith('\\\\') ? path : path.replaceAll('\\', '/');
  return normalize(drive === null ? slashed : `/${(drive[1] ?? '').toLowerCase()}${slashed.slice(2)}`);
}

/** `path` seen from `folder`; both may be native. */
export function resolveFrom(folder: string, path: string): string {
  if (path.startsWith('/') || /^[a-zA-Z]:[\\/]/.test(path) || isUri(path)) return toPosix(path);
  return normalize(`${toPosix(folder)}/${path}`);
}

export function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '/';
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function normalize(path: string): string {
  const prefix = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(path)?.[0] ?? '';
  const names: string[] = [];
  for (const name of path.slice(prefix.length).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `${prefix}/${names.join('/')}`;
}

function isUri(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(path);
}
