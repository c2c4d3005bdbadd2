import type { Assignment } from './commandLine.ts';

const harmless =
  /^(?:NODE_ENV|LANG|LANGUAGE|LC_[A-Z]+|NO_COLOR|FORCE_COLOR|TZ|CI|DEBUG|RUST_BACKTRACE|PYTHONUNBUFFERED)$/;

/** Variables that only change how much is shown: an allow rule for the command covers it with them. */
export function areHarmless(assignments: readonly Assignment[]): boolean {
  return assignments.every(({ name, isLiteral }) => isLiteral && harmless.test(name));
}
