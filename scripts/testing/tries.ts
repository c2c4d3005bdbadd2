import type { Report, Results } from './report.ts';

/** TEST_TRIES: for whoever can't look into a race at once. */
const tries = Number(process.env['TEST_TRIES'] ?? 1);

/** Runs tests, and all of them anew, in a fresh process, while some fail and a try is left. Failed tries are printed, not counted. */
export async function withTries(report: Report, run: (results: Results) => Promise<void>): Promise<void> {
  for (let left = tries; left > 1; left--) {
    const attempt = new Attempt();
    await run(attempt).catch((error: unknown) => attempt.fail('the tests ran', String(error)));
    if (attempt.failures.length === 0) return attempt.tell(report);
    for (const { title, detail } of attempt.failures) report.note(title, detail);
  }
  await run(report);
}

interface Failure {
  readonly title: string;
  readonly detail: string;
}

/** Results that do not count yet. */
class Attempt implements Results {
  readonly failures: Failure[] = [];
  readonly #passes: { readonly title: string; readonly milliseconds: number }[] = [];

  pass(title: string, milliseconds: number): void {
    this.#passes.push({ title, milliseconds });
  }

  fail(title: string, detail: string): void {
    this.failures.push({ title, detail });
  }

  tell(report: Results): void {
    for (const { title, milliseconds } of this.#passes) report.pass(title, milliseconds);
  }
}
