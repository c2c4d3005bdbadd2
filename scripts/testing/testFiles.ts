import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Where esbuild puts the tests: TEST_OUT keeps two runs in one tree apart. */
export const testOutput = path.resolve(process.env['TEST_OUT'] ?? 'out/test');

/** The compiled test files of a folder, those of TEST_FILE if it is set. */
export function compiledTests(folder: string): readonly string[] {
  return readdirSync(path.join(testOutput, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.js') && file.includes(process.env['TEST_FILE'] ?? ''))
    .sort()
    .map((file) => path.join(testOutput, folder, file));
}
