import path from 'node:path';
import { chosenFiles } from '../support/chosenFiles.ts';
import { runMocha } from '../support/mochaEvents.ts';

/** VS Code calls this in the extension host (`extensionTestsPath`); its window closes when it resolves. */
export async function run(): Promise<void> {
  const files = chosenFiles(__dirname).map((file) => path.join(__dirname, file));
  await runMocha(files, { timeout: 20_000 });
}
