import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Report } from '../../../scripts/testing/report.ts';
import { runStages } from '../../../scripts/testing/runStages.ts';
import { chosenFiles } from '../../support/chosenFiles.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('TEST_FILE', () => {
  const folder = useTemporaryFolder();
  const given = process.env['TEST_FILE'];
  beforeEach(() => void (process.env['TEST_FILE'] = 'ui/nothing'));
  afterEach(() => {
    if (given === undefined) delete process.env['TEST_FILE'];
    else process.env['TEST_FILE'] = given;
  });

  it('chooses by the path from test/ on, with slashes', () => {
    mkdirSync(folder.at('ui', 'tree'), { recursive: true });
    for (const file of ['stop.test.js', 'tree/stop.test.js', 'stop.test.js.map'])
      writeFileSync(folder.at('ui', file), '');
    const chosen = (part: string): readonly string[] =>
      chosenFiles(folder.at('ui'), part).map((file) => file.replaceAll('\\', '/'));
    assert.deepEqual(chosen(''), ['stop.test.js', 'tree/stop.test.js']);
    assert.deepEqual(chosen('stop'), ['stop.test.js', 'tree/stop.test.js']);
    assert.deepEqual(chosen('ui/stop'), ['stop.test.js']);
    assert.deepEqual(chosen('tree/'), ['tree/stop.test.js']);
    assert.deepEqual(chosen('host/'), []);
  });

  /** Keeps what it would print. */
  class SilentReport extends Report {
    readonly failures: string[] = [];
    override startStage(): void {}
    override endStage(): void {}
    override close(): void {}
    override pass(): void {}
    override fail(title: string, detail: string): void {
      this.failures.push(`${title}: ${detail}`);
    }
  }

  it('fails the run when it matches nothing at all, and says so', async () => {
    const report = new SilentReport();
    const stage = { title: 'Tests', hasTests: true, run: () => Promise.resolve() } as const;
    await runStages(['one', 'two'], { one: stage, two: stage }, report);
    assert.deepEqual(report.failures, ['the filter matches a test: Nothing matches TEST_FILE=ui/nothing.']);
  });

  it('lets a stage without tests be', async () => {
    const report = new SilentReport();
    await runStages(['one'], { one: { title: 'Build', run: () => Promise.resolve() } }, report);
    assert.deepEqual(report.failures, []);
  });
});
