import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isLocked, leaveLock, takeLock } from '../../../../src/node/sessions/sessionLock.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('the lock of a session', () => {
  const folder = useTemporaryFolder();
  const lock = (): string => folder.at('s1.lock');
  const write = (holder: object | string): void =>
    writeFileSync(lock(), typeof holder === 'string' ? holder : JSON.stringify(holder));
  const own = (): Record<string, unknown> => JSON.parse(readFileSync(lock(), 'utf8')) as Record<string, unknown>;

  it('is had by one', () => {
    assert.equal(isLocked(lock()), false);
    assert.equal(takeLock(lock()), true);
    assert.equal(isLocked(lock()), true);
    assert.equal(takeLock(lock()), false);
    leaveLock(lock());
    assert.equal(takeLock(lock()), true);
  });

  it('of a process that is gone counts for nothing', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    write({ pid, host: hostname() });
    assert.equal(isLocked(lock()), false);
    assert.equal(takeLock(lock()), true);
    assert.equal(own()['pid'], process.pid);
    assert.deepEqual(readdirSync(folder.path), ['s1.lock']);
  });

  it('of a living process counts', () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    try {
      write({ pid: child.pid, host: hostname() });
      assert.equal(takeLock(lock()), false);
      assert.equal(takeLock(lock(), { takeOver: true }), true);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('of an earlier process with the same number counts for nothing', () => {
    takeLock(lock());
    // Where the start of a process can't be known, its number must do.
    if (own()['startedAt'] === undefined) return;
    write({ ...own(), startedAt: 'another time' });
    assert.equal(takeLock(lock()), true);
  });

  it('of another machine counts: nothing is known of it', () => {
    write({ pid: 1, host: 'elsewhere.example' });
    assert.equal(takeLock(lock()), false);
  });

  it('that was never written counts while it may yet be', () => {
    write('');
    assert.equal(takeLock(lock()), false);
    utimesSync(lock(), 1, 1);
    assert.equal(takeLock(lock()), true);
  });

  it('is not taken away from somebody who took it over', () => {
    takeLock(lock());
    write({ pid: process.ppid, host: hostname() });
    leaveLock(lock());
    assert.equal(own()['pid'], process.ppid);
  });
});
