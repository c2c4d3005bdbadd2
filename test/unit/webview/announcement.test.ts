import assert from 'node:assert/strict';
import type { PageEntry } from '../../../src/core/session/transcript/transcriptMessages.ts';
import { announcementOf } from '../../../src/webview/announcement.ts';

function answer(text: string, isStreaming: boolean): PageEntry {
  return { kind: 'agent', id: 1, label: 'Agent', text, isStreaming };
}

describe('what is said aloud', () => {
  it('is an answer, once, when it is finished', () => {
    assert.equal(announcementOf(answer('Ha', true), undefined), undefined);
    assert.equal(announcementOf(answer('Hal', true), answer('Ha', true)), undefined);
    assert.equal(announcementOf(answer('Hallo', false), answer('Hal', true)), 'Agent: Hallo');
    assert.equal(announcementOf(answer('Hallo', false), answer('Hallo', false)), undefined);
  });

  it('is cut off when it is long', () => {
    assert.equal(announcementOf(answer('x'.repeat(5000), false), undefined)?.length, 'Agent: '.length + 601);
  });

  it('is how a run ended and what went wrong, not each step', () => {
    const base = { id: 2, label: 'Warning' };
    assert.equal(announcementOf({ ...base, kind: 'outcome', end: 'good', text: 'Completed' }, undefined), 'Completed');
    assert.equal(announcementOf({ ...base, kind: 'note', level: 'warning', text: 'Hm' }, undefined), 'Warning: Hm');
    assert.equal(announcementOf({ ...base, kind: 'note', level: 'info', text: 'Hm' }, undefined), undefined);
    assert.equal(announcementOf({ ...base, kind: 'todos', changes: [] }, undefined), undefined);
  });
});
