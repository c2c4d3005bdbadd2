import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * The compiled test files below a folder, relative to it and in order: all, or those whose path from test/ on holds
 * `part` (TEST_FILE), written with slashes.
 */
export function chosenFiles(directory: string, part = process.env['TEST_FILE'] ?? ''): readonly string[] {
  const folder = path.basename(directory);
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.js') && `${folder}/${file.replaceAll(path.sep, '/')}`.includes(part))
    .sort();
}
