import assert from 'node:assert/strict';
import { scopePicks } from '../../../../src/vscode/approvals/scopePicks.ts';

const t = (message: string, ...values: (string | number)[]): string =>
  message.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));
const places = [{ label: '.agent/settings.local.json' }, { label: 'your user settings' }];

describe('scopePicks', () => {
  it('go from this call to always, each place of its own', () => {
    const rule = `Bash(npm test -- ${'x'.repeat(500)})`;
    const picks = scopePicks(
      { isForSession: true, isCommand: true },
      { item: { id: '7', content: 'Run the tests' }, always: { rules: [rule], covered: 3, places } },
      t,
    );
    assert.deepEqual(
      picks.map(({ label, description }) => [label, description]),
      [
        ['Once', ''],
        ['For This Todo Item', 'Run the tests'],
        ['For This Session', ''],
        [`Always: ${rule}`, 'in .agent/settings.local.json'],
        [`Always: ${rule}`, 'in your user settings'],
      ],
    );
    assert.match(picks[1]?.detail ?? '', /^This exact command line, until the item is done/);
    assert.match(picks[3]?.detail ?? '', /would have covered: 3/);
    assert.deepEqual(picks[4]?.scope, { kind: 'always', rules: [rule], place: places[1] });
  });

  it('say that a yes to one change reaches every other', () => {
    const [, item, session] = scopePicks(
      { isForSession: true, isCommand: false },
      { item: { id: '7', content: 'Tidy' } },
      t,
    );
    for (const pick of [item, session])
      assert.match(pick?.detail ?? '', /^All changes in the workspace, except protected files, until/);
  });

  it('hold only what may be granted', () => {
    assert.deepEqual(
      scopePicks({ isForSession: false, isCommand: true }, {}, t).map(({ scope }) => scope.kind),
      ['once'],
    );
  });
});
