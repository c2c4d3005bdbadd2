import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ChangeKeeper } from '../../../../src/core/checkpoints/changeKeeper.ts';
import { ChangeLog } from '../../../../src/core/checkpoints/changeLog.ts';
import { changesOfRun } from '../../../../src/core/checkpoints/activeChanges.ts';
import { withCommandWatch } from '../../../../src/core/checkpoints/checkpointedShell.ts';
import { Undo, type FileReport } from '../../../../src/core/checkpoints/undo.ts';
import { GitRepository } from '../../../../src/node/processes/gitRepository.ts';
import { LocalFileBytes } from '../../../../src/node/localFileBytes.ts';
import { ProcessShell } from '../../../../src/node/processes/processShell.ts';
import { MemoryCheckpoints } from '../../../support/memoryCheckpoints.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('what a command changed', function () {
  this.timeout(20_000);
  if (process.platform === 'win32') return;
  const temporary = useTemporaryFolder();
  let folder = '';
  let log: ChangeLog;
  let undo: Undo;
  let run: (command: string) => Promise<unknown>;

  const at = (name: string): string => path.join(folder, name);
  const write = (name: string, text: string): void => writeFileSync(at(name), text);
  const text = (name: string): string | undefined =>
    existsSync(at(name)) ? readFileSync(at(name), 'utf8') : undefined;
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const changed = (): string[] =>
    log.records
      .map(({ path: file, before, after }) => `${before.kind} ${path.relative(folder, file)} ${after.kind}`)
      .sort();
  const takeBack = async (): Promise<readonly FileReport[]> =>
    undo.apply(await undo.plan(changesOfRun(log.records, 1)), 'undo');

  beforeEach(() => {
    folder = path.join(realpathSync(temporary.path), 'repo');
    mkdirSync(folder);
    const files = new LocalFileBytes();
    const store = new MemoryCheckpoints();
    const context = () => ({ run: 1, itemId: 'todo-1', callId: 'call-1' });
    const resolve = (file: string) => Promise.resolve({ given: file, path: file, realPath: file, isInside: true });
    log = new ChangeLog();
    const keeper = new ChangeKeeper({ files, store, log, resolve, context });
    undo = new Undo({ files, store, keeper, resolve });
    const repository = new GitRepository(() => folder);
    const shell = withCommandWatch(new ProcessShell(), { repository, keeper, log, context });
    const options = { cwd: folder, timeoutMs: 10_000, onOutput: () => undefined };
    run = (command) => shell.run(command, options, new AbortController().signal);
  });

  function startRepository(): void {
    git('init', '-q', '-b', 'main');
    write('tracked', 'tracked\n');
    write('run.sh', '#!/bin/sh\n');
    chmodSync(at('run.sh'), 0o755);
    write('dirty', 'committed\n');
    write('.gitignore', '*.log\n');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    write('dirty', 'edited by the person\n');
    write('mine', 'untracked\n');
    write('mine.log', 'ignored\n');
  }

  it('is recorded and can be taken back: files changed, made, deleted, renamed', async () => {
    startRepository();
    await run('echo x >> tracked; echo y > "new file"; rm run.sh; mv mine moved; echo z > dirty');
    assert.deepEqual(changed(), [
      'absent moved file',
      'absent new file file',
      'file dirty file',
      'file mine absent',
      'file run.sh absent',
      'file tracked file',
    ]);
    await takeBack();
    assert.deepEqual(readdirSync(folder).sort(), [
      '.git',
      '.gitignore',
      'dirty',
      'mine',
      'mine.log',
      'run.sh',
      'tracked',
    ]);
    assert.deepEqual(
      [text('tracked'), text('dirty'), text('mine')],
      ['tracked\n', 'edited by the person\n', 'untracked\n'],
    );
    assert.equal(statSync(at('run.sh')).mode & 0o111, 0o111);
  });

  it('is nothing when the command changed nothing, whatever was dirty before', async () => {
    startRepository();
    await run('cat dirty mine; git status; git log');
    assert.deepEqual(changed(), []);
  });

  it('includes what another commit brought, and leaves the repository itself alone', async () => {
    startRepository();
    git('stash', '-q');
    git('checkout', '-q', '-b', 'other');
    write('tracked', 'of the other branch\n');
    write('added', 'added\n');
    git('add', 'tracked', 'added');
    git('commit', '-q', '-m', 'second');
    git('checkout', '-q', 'main');
    await run('git checkout -q other');
    assert.deepEqual(changed(), ['absent added file', 'file tracked file']);
    const state = (): string => git('rev-parse', 'HEAD') + git('stash', 'list') + git('ls-files', '--stage');
    const before = state();
    await takeBack();
    assert.deepEqual([text('tracked'), text('added')], ['tracked\n', undefined]);
    assert.equal(state(), before);
  });

  it('commits nothing away: files that only became clean have not changed', async () => {
    startRepository();
    await run('git -c user.name=a -c user.email=a@example.org commit -qam work');
    assert.deepEqual(changed(), []);
  });

  it('writes line ends as a checkout of this repository does', async () => {
    git('init', '-q', '-b', 'main');
    write('.gitattributes', 'a text eol=crlf\n');
    write('a', 'one\r\ntwo\r\n');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    await run('rm a');
    await takeBack();
    assert.equal(text('a'), 'one\r\ntwo\r\n');
  });

  it('never takes a file for made by the command that only ceased to be ignored', async () => {
    startRepository();
    await run('rm .gitignore');
    assert.deepEqual(changed(), ['file .gitignore absent', 'unknown mine.log file']);
    await takeBack();
    assert.equal(text('mine.log'), 'ignored\n');
  });

  it('is recorded before the first commit too', async () => {
    git('init', '-q', '-b', 'main');
    write('mine', 'mine\n');
    await run('echo x > new; echo y > mine');
    assert.deepEqual(changed(), ['absent new file', 'file mine file']);
  });

  it('is recorded for a command that failed or ran out of time', async () => {
    startRepository();
    await run('echo x > new; exit 3');
    assert.deepEqual(changed(), ['absent new file']);
  });

  it('is honestly unknown without a repository', async () => {
    // The temporary folder may lie in a repository of somebody's; this one surely isn't in any.
    if (existsSync(path.join(path.parse(folder).root, '.git'))) return;
    await run('echo x > new');
    assert.deepEqual(changed(), []);
    assert.deepEqual(log.unwatched, [{ callId: 'call-1', why: 'noRepository' }]);
  });

  it('does not touch the index', async () => {
    startRepository();
    rmSync(at('mine'));
    const index = (): string =>
      `${statSync(at('.git/index')).mtimeMs} ${readFileSync(at('.git/index')).toString('hex')}`;
    const before = index();
    await run('true');
    assert.equal(index(), before);
    assert.ok(!existsSync(at('.git/index.lock')));
  });
});
