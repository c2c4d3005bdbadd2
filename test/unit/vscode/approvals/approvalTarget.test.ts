import assert from 'node:assert/strict';
import type { ApprovalRequest } from '../../../../src/core/permissions/approver.ts';
import { approvalTarget } from '../../../../src/vscode/approvals/approvalTarget.ts';

const waiting = ['a', 'b'].map((callId): ApprovalRequest => ({
  callId,
  toolName: 'bash',
  claudeName: 'Bash',
  access: 'execute',
  subject: { title: 'ls', command: 'ls', paths: [] },
  input: {},
  reason: { kind: 'default', access: 'execute' },
  canRemember: true,
}));

describe('the call that a command means', () => {
  const cases: readonly (readonly [string, unknown, string | undefined])[] = [
    ['is the current one without an argument', undefined, 'a'],
    ['is the one of a tree row', 'call:b', 'b'],
    ['is the one with that id', 'b', 'b'],
    ['is the one of an object with its id', { callId: 'b' }, 'b'],
    ['is none for a row of another kind', 'todo:1', undefined],
    ['is none when it does not wait', 'c', undefined],
    ['is none for an unknown object', { label: 'x' }, undefined],
    ['is none for a number', 7, undefined],
  ];
  for (const [name, argument, expected] of cases) {
    it(name, () => assert.equal(approvalTarget(waiting, argument)?.callId, expected));
  }

  it('is none when nothing waits', () => assert.equal(approvalTarget([], undefined), undefined));
});
