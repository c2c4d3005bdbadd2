import path from 'node:path';

/**
 * Where the sessions of a workspace lie, from where VS Code lets this window keep its things. A further window on the same
 * folder gets a place of its own, `<id>-1`, as if its sessions were none of this folder's; each session has a lock, so
 * that one place does for all.
 */
export function sharedStorage(ofWindow: string): string {
  const workspace = path.dirname(ofWindow);
  // An id is a hash in hex; in a browser it may have a sign.
  const id = path.basename(workspace).replace(/^(-?[0-9a-f]+)-\d$/, '$1');
  return path.join(path.dirname(workspace), id, path.basename(ofWindow));
}
