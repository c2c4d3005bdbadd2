import { appendFileSync } from 'node:fs';
import Mocha from 'mocha';

/** What a process that runs tests tells the runner: one JSON object a line in the file TEST_EVENTS. */
export type TestEvent =
  | { readonly kind: 'passed'; readonly title: string; readonly duration: number }
  | { readonly kind: 'failed'; readonly title: string; readonly detail: string }
  /** The last line of a run that came to its end, failures or not. */
  | { readonly kind: 'ended' };

export interface MochaOptions {
  /** For one test or hook, in ms. */
  readonly timeout: number;
}

/**
 * Runs test files in this process and reports each test as an event. TEST_GREP chooses tests by title. A
 * skipped test counts as failed, a lone `.only` too: the whole suite runs, always.
 */
export async function runMocha(files: readonly string[], options: MochaOptions): Promise<void> {
  const eventsFile = process.env['TEST_EVENTS'];
  if (eventsFile === undefined) throw new Error('TEST_EVENTS names no file');
  // Synchronous, so that a test that ends the process takes no earlier result with it.
  const send = (event: TestEvent): void => appendFileSync(eventsFile, `${JSON.stringify(event)}\n`);

  const grep = process.env['TEST_GREP'];
  const mocha = new Mocha({
    ...options,
    forbidOnly: true,
    forbidPending: true,
    ...(grep && { grep }),
    reporter: Silent,
  });
  for (const file of files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on('pass', (test) => send({ kind: 'passed', title: test.fullTitle(), duration: test.duration ?? 0 }));
    // Also called for hooks, whose title says so.
    runner.on('fail', (test, error: unknown) =>
      send({ kind: 'failed', title: test.fullTitle(), detail: detailOf(error) }),
    );
  });
  send({ kind: 'ended' });
}

/** The runner prints; Mocha itself does not. */
class Silent extends Mocha.reporters.Base {}

function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? '';
  return stack.includes(error.message) ? stack : `${error.message}\n${stack}`;
}
