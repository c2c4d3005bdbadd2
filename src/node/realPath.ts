import { realpathSync } from 'node:fs';
import path from 'node:path';

/** The path with all links followed; what does not exist yet stands below the real path of its deepest folder. */
export function realPathOf(given: string): string {
  try {
    return realpathSync.native(given);
  } catch {
    const parent = path.dirname(given);
    return parent === given ? given : path.join(realPathOf(parent), path.basename(given));
  }
}
