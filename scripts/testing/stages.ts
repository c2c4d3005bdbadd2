import { buildTests, type Check, runCheck } from './checks.ts';
import { isDesktopWanted, runDesktopStage } from './desktopStage.ts';
import { runHostStage } from './hostStage.ts';
import { runNodeStage } from './nodeStage.ts';
import type { Report } from './report.ts';
import { withTries } from './tries.ts';

export interface Stage {
  readonly title: string;
  /** What TEST_FILE and TEST_GREP choose from. */
  readonly hasTests?: true;
  run(report: Report): Promise<void>;
}

const minutes = 60_000;
/** Of the extension host, in the fault test: each takes some seconds. */
const kills = Number(process.env['FAULT_KILLS'] ?? 0);

export const stages: Readonly<Record<string, Stage>> = {
  check: checks(
    'Types, lint, format',
    { title: 'types', command: ['node_modules/typescript/bin/tsc', '-p', '.'] },
    { title: 'types of the page', command: ['node_modules/typescript/bin/tsc', '-p', 'src/webview'] },
    { title: 'lint', command: ['node_modules/eslint/bin/eslint.js', '.'] },
    { title: 'format', command: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'] },
  ),
  build: checks('Build', { title: 'the extension builds', command: ['esbuild.config.mjs'] }),
  unit: tests('Unit tests', 'unit', (report) =>
    runNodeStage({ folder: 'unit', timeout: 10_000, limit: 6 * minutes }, report),
  ),
  oldest: tests('Integration tests, oldest VS Code', 'integration', (report) =>
    withTries(report, (results) => runHostStage('oldest', results)),
  ),
  newest: tests('Integration tests, newest VS Code', 'integration', (report) =>
    withTries(report, (results) => runHostStage('newest', results)),
  ),
  desktop: tests('Integration tests, desktop VS Code', 'integration', runDesktopStage),
  ui: tests('UI tests', 'ui', (report) =>
    runNodeStage({ folder: 'ui', timeout: 60_000, limit: 20 * minutes, atOnce: 2 }, report),
  ),
  e2e: tests('As a newcomer gets it', 'e2e', (report) =>
    runNodeStage({ folder: 'e2e', timeout: 90_000, limit: 10 * minutes + kills * 20_000, atOnce: 1 }, report),
  ),
};

const integration = isDesktopWanted() ? ['desktop'] : ['oldest', 'newest'];

/** More names for the command line, each for several stages in order. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  all: ['check', 'build', 'unit', ...integration, 'ui', 'e2e'],
  quick: ['check', 'unit'],
  integration: ['build', ...integration],
  host: ['build', 'newest'],
  ui: ['build', 'ui'],
};

/** All at once: the lint takes as long as the others together. */
function checks(title: string, ...list: readonly Check[]): Stage {
  return {
    title,
    run: async (report) => {
      await Promise.all(list.map((check) => runCheck(check, report)));
    },
  };
}

function tests(title: string, folder: string, run: (report: Report) => Promise<void>): Stage {
  return {
    title,
    hasTests: true,
    run: async (report) => {
      await buildTests(folder);
      await run(report);
    },
  };
}
