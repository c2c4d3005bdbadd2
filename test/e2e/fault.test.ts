import { screenshot } from '../support/screenshots.ts';
import { FaultHarness } from './faultHarness.ts';

/** One for each moment; `FAULT_KILLS=200` for more than a look. */
const kills = Number(process.env['FAULT_KILLS'] ?? 7);
const longestKill = 45_000;

describe('a kill of the extension host', function () {
  // Nothing can be said of a kill that comes after a broken promise.
  this.bail(true);
  let harness: FaultHarness;
  before('open VS Code', async () => void (harness = await FaultHarness.start()));
  afterEach('keep a picture of a failure', async function () {
    if (this.currentTest?.state === 'failed') await screenshot(harness.page, this.currentTest.fullTitle(), 'failures');
  });
  after('close VS Code', () => harness.stop());

  for (let kill = 1; kill <= kills; kill += 1) {
    it(`loses nothing and leaves no file half written (${kill})`, async function () {
      this.timeout(longestKill);
      // One after the other in one VS Code: what a kill has left, the next one finds.
      const moment = await harness.killOnce();
      if (this.test !== undefined) this.test.title += `: ${moment}`;
    });
  }
});
