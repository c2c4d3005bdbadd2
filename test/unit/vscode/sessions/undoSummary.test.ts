import assert from 'node:assert/strict';
import type { FileReport } from '../../../../src/core/checkpoints/undo.ts';
import { summaryOf } from '../../../../src/vscode/sessions/undoSummary.ts';

const context = {
  t: (message: string, ...values: (string | number)[]) =>
    message.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)])),
  nameOf: (path: string) => path.replace('/w/', ''),
  wordsOf: () => 'left as it is: an editor holds changes',
  hasDiff: false,
};
const done: FileReport = { path: '/w/a.js', result: { kind: 'restored' } };
const stored = { bytes: new Uint8Array(), mode: 0o644 };
const conflict: FileReport = {
  path: '/w/slug.js',
  result: { kind: 'conflict', base: stored, ours: stored, theirs: stored },
};
const unsaved: FileReport = { path: '/w/b.js', result: { kind: 'refused', why: 'unsaved' } };

describe('what an undo says', () => {
  it('counts the files when all are put back', () => {
    assert.equal(summaryOf([done, done], 'undo', context), 'Undone. Files put back: 2.');
  });

  it('names the one file that was changed since, and what the diff is for', () => {
    assert.equal(
      summaryOf([conflict], 'undo', { ...context, hasDiff: true }),
      'Not undone: slug.js was changed since, in the same places. ' +
        'The diff shows it without the change and as it is: take over what you want.',
    );
  });

  it('says why another file is left, without a word of a diff that is not there', () => {
    assert.equal(summaryOf([unsaved], 'redo', context), 'Not redone: b.js: left as it is: an editor holds changes.');
  });

  it('says first what was done when the rest needs the person', () => {
    assert.equal(
      summaryOf([done, conflict, unsaved], 'undo', context),
      'Undone in part, files put back: 1. Not undone: 2 files need you.',
    );
  });
});
