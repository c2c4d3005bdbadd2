import path from 'node:path';
import { chosenFiles } from '../../test/support/chosenFiles.ts';

/** Where esbuild puts the tests: TEST_OUT keeps two runs in one tree apart. */
export const testOutput = path.resolve(process.env['TEST_OUT'] ?? 'out/test');

/** The compiled test files of a folder, those of TEST_FILE if it is set. */
export function compiledTests(folder: string): readonly string[] {
  const directory = path.join(testOutput, folder);
  return chosenFiles(directory).map((file) => path.join(directory, file));
}
