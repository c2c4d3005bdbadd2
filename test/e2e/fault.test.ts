import { FaultHarness } from './faultHarness.ts';

/** Each takes some seconds; `FAULT_KILLS=200` for more than a look. */
const kills = Number(process.env['FAULT_KILLS'] ?? 3);
const longestKill = 60_000;

describe('a kill of the extension host in the middle of a run', () => {
  let harness: FaultHarness;
  before('open VS Code', async () => void (harness = await FaultHarness.start()));
  after('close VS Code', () => harness.stop());

  it(`loses nothing and leaves no file half written, ${kills} times`, async function () {
    this.timeout(kills * longestKill);
    for (let kill = 0; kill < kills; kill += 1) await harness.killOnce();
  });
});
