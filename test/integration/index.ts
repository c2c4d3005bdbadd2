import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runMocha } from '../support/mochaEvents.ts';

/** VS Code calls this in the extension host (`extensionTestsPath`); its window closes when it resolves. */
export async function run(): Promise<void> {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.js') && file.includes(process.env['TEST_FILE'] ?? ''))
    .map((file) => path.join(__dirname, file));
  await runMocha(files, { timeout: 20_000 });
}
