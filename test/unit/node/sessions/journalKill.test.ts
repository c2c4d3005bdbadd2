import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { ChangeKeeper } from '../../../../src/core/checkpoints/changeKeeper.ts';
import { ChangeLog } from '../../../../src/core/checkpoints/changeLog.ts';
import { changesOfRun } from '../../../../src/core/checkpoints/activeChanges.ts';
import { Undo } from '../../../../src/core/checkpoints/undo.ts';
import { restoreSession } from '../../../../src/core/session/journal/restoreSession.ts';
import { SessionRecorder } from '../../../../src/core/session/journal/sessionRecorder.ts';
import type { ResolvedPath } from '../../../../src/core/workspace/paths.ts';
import { clearLeftovers } from '../../../../src/node/atomicFile.ts';
import { FileCheckpointStore } from '../../../../src/node/sessions/fileCheckpointStore.ts';
import { JsonlSessionStore } from '../../../../src/node/sessions/jsonlSessionStore.ts';
import { LocalFileBytes } from '../../../../src/node/localFileBytes.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { checkHistory } from '../../core/session/journal/runs.ts';

const kills = 8;
const limits = () => ({ maxBytes: 1e9, maxAgeMs: 1e12 });
/** Of one letter throughout, so that a mixture of two is seen, and long enough to be cut in the middle. */
const content = (turn: number): string => String.fromCharCode(97 + (turn % 26)).repeat(200_000);

interface Parts {
  readonly files: LocalFileBytes;
  readonly store: JsonlSessionStore;
  readonly checkpoints: FileCheckpointStore;
  readonly resolve: (file: string) => Promise<ResolvedPath>;
}

function partsIn(folder: string): Parts {
  return {
    files: new LocalFileBytes(),
    store: new JsonlSessionStore({ folder: path.join(folder, 'sessions') }),
    checkpoints: new FileCheckpointStore({ folder: path.join(folder, 'checkpoints'), limits }),
    resolve: (file) => Promise.resolve({ given: file, path: file, realPath: file, isInside: true }),
  };
}

/** What the killed process does: calls that write files, each event recorded and then said to be so, for ever. */
async function work(folder: string): Promise<never> {
  const { files, store, checkpoints, resolve } = partsIn(folder);
  const log = new ChangeLog();
  const recorder = new SessionRecorder({ store, now: () => 1, onTrouble: ({ kind }) => process.exit(kind.length) });
  let count = 0;
  const record: SessionRecorder['recordEvent'] = (event) => {
    recorder.recordEvent(event);
    count += 1;
    writeSync(1, `${count}\n`);
  };
  log.onDidAdd((entry) => recorder.recordFact(entry));
  const keeper = new ChangeKeeper({ files, store: checkpoints, log, resolve, context: () => ({ run: 1 }) });
  recorder.begin('s1');
  const common = { claudeName: undefined, access: undefined, title: '', input: {}, at: 1 };
  record({ kind: 'runStarted', prompt: 'work', model: 'm', at: 1 });
  record({ kind: 'messageAdded', message: { role: 'user', content: 'work' }, at: 1 });
  for (let turn = 1; ; turn += 1) {
    const callId = `call-${turn}`;
    const call = { type: 'tool_use' as const, id: callId, name: 'write_file', input: {} };
    record({ kind: 'messageAdded', message: { role: 'assistant', content: [call] }, at: 1 });
    record({ kind: 'toolStarted', callId, name: 'write_file', ...common });
    record({ kind: 'approvalAnswered', callId, answer: { kind: 'allow', remember: 'once' }, at: 1 });
    const file = path.join(folder, `file-${turn % 3}`);
    await keeper.around(file, () => files.write(file, { bytes: Buffer.from(content(turn)) }));
    record({ kind: 'toolFinished', callId, name: 'write_file', outcome: 'ok', output: 'ok', durationMs: 1, at: 1 });
    const result = { type: 'tool_result' as const, tool_use_id: callId, content: 'ok' };
    record({ kind: 'messageAdded', message: { role: 'user', content: [result] }, at: 1 });
  }
}

/** @returns how many events the process had said to be recorded when it was killed. */
async function killedAfter(events: number, folder: string): Promise<number> {
  const child = spawn(process.execPath, [__filename], { env: { ...process.env, JOURNAL_KILL_FOLDER: folder } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('\n').length > events) child.kill('SIGKILL');
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  await once(child, 'close');
  assert.equal(child.signalCode, 'SIGKILL', errors);
  return Number(/(\d+)\n[^\n]*$/.exec(output)?.[1]);
}

const folderOfChild = process.env['JOURNAL_KILL_FOLDER'];
if (folderOfChild !== undefined) void work(folderOfChild);
else {
  describe('a process that is killed at any moment', function () {
    this.timeout(60_000);
    const folder = useTemporaryFolder();

    for (let number = 0; number < kills; number += 1) {
      it(`loses no recorded event and leaves no half file (${number})`, async () => {
        const acknowledged = await killedAfter(1 + Math.floor(Math.random() * 60), folder.path);
        const { files, store, checkpoints, resolve } = partsIn(folder.path);
        const { entries, notices, journal } = await store.open('s1');
        journal.close();
        assert.ok(notices.every(({ kind }) => kind === 'cutOff'));
        const events = entries.filter(({ kind }) => !kind.startsWith('file'));
        assert.ok(events.length >= acknowledged, `${events.length} of ${acknowledged}`);

        const session = restoreSession('s1', entries);
        checkHistory(session.messages);
        assert.ok(session.interrupted);
        const names = readdirSync(folder.path).filter((name) => name.startsWith('file-'));
        const texts = names.map((name) => readFileSync(path.join(folder.path, name), 'utf8'));
        for (const text of texts) assert.equal(text, text.charAt(0).repeat(200_000));

        // All that was written, the write that was cut off as well, can be taken back.
        const log = new ChangeLog();
        log.replace({ records: session.changes, unwatched: [] });
        const keeper = new ChangeKeeper({ files, store: checkpoints, log, resolve, context: () => ({ run: 1 }) });
        const undo = new Undo({ files, store: checkpoints, keeper, resolve });
        const finished = changesOfRun(log.records, 1).filter(({ after }) => after.kind !== 'unknown');
        const cutOff = log.records.filter(({ after }) => after.kind === 'unknown');
        assert.ok(cutOff.length <= 1);
        for (const { before } of cutOff) if (before.kind === 'file') assert.ok(await checkpoints.get(before.blob));
        for (const { realPath } of cutOff) await clearLeftovers(realPath);
        assert.ok(!readdirSync(folder.path).some((name) => name.startsWith('.')));
        const untouched = finished.filter(({ path: file }) => !cutOff.some((record) => record.path === file));
        const reports = await undo.apply(await undo.plan(untouched), 'undo');
        assert.ok(reports.every(({ result }) => result.kind === 'deleted'));
      });
    }
  });
}
