import assert from 'node:assert/strict';
import { SessionGrants, type GrantSubject } from '../../../../src/core/permissions/sessionGrants.ts';

const make: GrantSubject = { kind: 'command', command: 'make' };
const edits: GrantSubject = { kind: 'edits' };

describe('SessionGrants', () => {
  it('covers just what was granted', () => {
    const grants = new SessionGrants();
    grants.add(make, 'session');
    assert.equal(grants.covers(make), true);
    assert.equal(grants.covers({ kind: 'command', command: 'make x' }), false);
    assert.equal(grants.covers(edits), false);
  });

  it('lists each grant once and fires for each change', () => {
    const grants = new SessionGrants();
    const sizes: number[] = [];
    grants.onDidChange((all) => sizes.push(all.length));
    const grant = grants.add(make, 'session');
    assert.equal(grants.add(make, 'session'), grant);
    grants.add(make, { item: '1' });
    grants.revoke(grant.id);
    grants.revoke(grant.id);
    assert.deepEqual(sizes, [1, 2, 1]);
    assert.deepEqual(
      grants.all.map(({ scope }) => scope),
      [{ item: '1' }],
    );
  });

  it('ends with its todo item', () => {
    const grants = new SessionGrants();
    grants.add(make, { item: '1' });
    grants.add(edits, { item: '2' });
    grants.endItem('1');
    assert.equal(grants.covers(make), false);
    assert.equal(grants.covers(edits), true);
  });

  it('ends with the session', () => {
    const grants = new SessionGrants();
    let fired = 0;
    grants.onDidChange(() => (fired += 1));
    grants.clear();
    assert.equal(fired, 0);
    grants.add(make, 'session');
    grants.add(edits, { item: '2' });
    grants.clear();
    assert.deepEqual(grants.all, []);
    assert.equal(fired, 3);
  });
});
