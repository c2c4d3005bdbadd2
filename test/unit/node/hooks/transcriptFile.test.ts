import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLogger, type Logger } from '../../../../src/core/util/logger.ts';
import { TranscriptFile } from '../../../../src/node/hooks/transcriptFile.ts';

describe('TranscriptFile', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'transcript-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const open = (file: string, logger: Logger = silentLogger): TranscriptFile =>
    new TranscriptFile({ file, sessionId: 'session-1', cwd: () => '/project', logger });

  it('exists before anything is said', async () => {
    const file = path.join(folder, 'deep', 'session.jsonl');
    await open(file).flush();
    assert.equal(await readFile(file, 'utf8'), '');
  });

  it('holds one compact object a line, in order, with Claude names and usage', async () => {
    const transcript = open(path.join(folder, 'session.jsonl'));
    transcript.append({ role: 'user', content: 'Fix it' });
    transcript.append({
      role: 'assistant',
      content: [
        { type: 'text', text: 'Looking.' },
        { type: 'tool_use', id: 'call-1', name: 'read_file', input: { file_path: '/a' } },
      ],
    });
    transcript.append({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call-1', content: 'text' }] });
    await transcript.flush();
    const text = await readFile(transcript.file, 'utf8');
    assert.match(text, /"role":"assistant"/);
    const lines = text.trimEnd().split('\n');
    // Our own lines are objects with these keys; anything else fails the comparison below.
    const entries = lines.map(
      (line) => JSON.parse(line) as { uuid: string; parentUuid: string | null } & Record<string, unknown>,
    );
    assert.deepEqual(
      entries.map(({ type }) => type),
      ['user', 'assistant', 'user'],
    );
    assert.deepEqual(
      entries.map(({ parentUuid }) => parentUuid),
      [null, entries[0]?.uuid, entries[1]?.uuid],
    );
    assert.deepEqual(entries[1]?.['message'], {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Looking.' },
        { type: 'tool_use', id: 'call-1', name: 'Read', input: { file_path: '/a' } },
      ],
    });
    assert.equal(entries[0]?.['sessionId'], 'session-1');
    assert.equal(entries[0]['cwd'], '/project');
  });

  it('is continued when a session is opened again', async () => {
    const file = path.join(folder, 'session.jsonl');
    await writeFile(file, '{"type":"user"}\n');
    const transcript = open(file);
    transcript.append({ role: 'user', content: 'more' });
    await transcript.flush();
    assert.equal((await readFile(file, 'utf8')).trimEnd().split('\n').length, 2);
  });

  it('logs what it can not write and breaks nothing', async () => {
    const warnings: string[] = [];
    const transcript = open(path.join(folder, 'session.jsonl'), {
      ...silentLogger,
      warn: (text) => warnings.push(text),
    });
    await transcript.flush();
    await rm(folder, { recursive: true });
    transcript.append({ role: 'user', content: 'x' });
    await transcript.flush();
    assert.equal(warnings.length, 1);
  });
});
