import assert from 'node:assert/strict';
import type { ApprovalRequest, AskReason } from '../../../../src/core/permissions/approver.ts';
import type { FileChange, ResolvedPath } from '../../../../src/core/tools/tool.ts';
import {
  approvalText,
  canAllowForSession,
  type ApprovalContext,
  type ApprovalText,
} from '../../../../src/vscode/approvals/approvalText.ts';

const context: ApprovalContext = {
  t: (message, ...values) => message.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)])),
  displayPath: (path) => path.replace('/code/', ''),
  item: undefined,
  waiting: 1,
  always: undefined,
};

function bash(command: string, reason: AskReason = { kind: 'default', access: 'execute' }): ApprovalRequest {
  return {
    callId: 'a',
    toolName: 'bash',
    claudeName: 'Bash',
    access: 'execute',
    subject: { title: command, command, paths: [] },
    input: { command },
    reason,
    canRemember: true,
  };
}

function inside(path: string): ResolvedPath {
  return { given: path, path: `/code/${path}`, realPath: `/code/${path}`, isInside: true };
}

function edit(path: ResolvedPath, change?: Omit<FileChange, 'path'>): ApprovalRequest {
  return {
    callId: 'a',
    toolName: 'edit_file',
    claudeName: 'Edit',
    access: 'write',
    subject: { title: path.given, paths: [path] },
    input: {},
    ...(change === undefined ? {} : { change: { path: path.path, ...change } }),
    reason: { kind: 'default', access: 'write' },
    canRemember: true,
  };
}

function read(title: string, path: ResolvedPath): ApprovalRequest {
  const reason: AskReason = { kind: 'outside', path: path.path };
  return { ...edit(path), toolName: 'grep', access: 'read', subject: { title, paths: [path] }, reason };
}

const say = (request: ApprovalRequest, more: Partial<ApprovalContext> = {}): ApprovalText =>
  approvalText(request, { ...context, ...more });

describe('the words of an approval', () => {
  it('ask first what would happen, with the command in full', () => {
    assert.deepEqual(say(bash('npm test')), {
      message: 'Run "npm test"? No rule allows this command yet.',
      detail: undefined,
      isWarning: false,
    });
  });

  const reasons: readonly (readonly [AskReason, string])[] = [
    [{ kind: 'default', access: 'write' }, 'No rule allows this change yet.'],
    [{ kind: 'default', access: 'read' }, 'No rule allows this yet.'],
    [{ kind: 'rule', rule: 'Bash(git *)', source: 'user' }, 'The rule "Bash(git *)" (user) asks first.'],
    [{ kind: 'hook', source: 'guard.sh', text: 'Is it Friday?' }, 'The hook "guard.sh" asks first: "Is it Friday?"'],
    [{ kind: 'destructive', what: 'deletes a folder' }, 'This can destroy work: "deletes a folder".'],
    [{ kind: 'outside', path: '/etc/hosts' }, '"/etc/hosts" is outside the workspace.'],
    [
      { kind: 'protected', path: '/code/.git/config' },
      '".git/config" is protected: it steers the editor, the repository or the agent.',
    ],
    [{ kind: 'secret', path: '/code/.env' }, '".env" may hold secrets.'],
  ];
  for (const [reason, sentence] of reasons) {
    it(`have a sentence of their own for: ${reason.kind} ${reason.kind === 'default' ? reason.access : ''}`, () => {
      assert.equal(say(bash('x', reason)).message, `Run "x"? ${sentence}`);
    });
  }

  it('warn about everything but the everyday question', () => {
    assert.deepEqual(
      reasons.map(([reason]) => say(bash('x', reason)).isWarning),
      [false, false, true, true, true, true, true, true],
    );
  });

  it('count the lines of a change', () => {
    const change = { before: 'a\nb\nc\n', after: 'a\nB\nc\nd\n' };
    assert.equal(say(edit(inside('a.ts'), change)).message, 'Change "a.ts" (+2 -1)? No rule allows this change yet.');
  });

  it('say when a file would be new', () => {
    const change = { before: undefined, after: 'a\nb\n' };
    assert.equal(say(edit(inside('a.ts'), change)).message, 'Create "a.ts" (+2)? No rule allows this change yet.');
  });

  it('say when there is nothing to preview', () => {
    assert.match(say(edit(inside('a.ts'))).message, /^Change "a\.ts", without a preview\? /);
  });

  it('show where a link out of the workspace leads', () => {
    const link = { given: 'l', path: '/code/l', realPath: '/etc/hosts', isInside: false };
    assert.match(say(edit(link)).message, /"l -> \/etc\/hosts"/);
  });

  it('name the path of a search beside its pattern', () => {
    const etc = { given: '/etc', path: '/etc', realPath: '/etc', isInside: false };
    assert.equal(say(read('root', etc)).message, 'Read "root (/etc)" (grep)? "/etc" is outside the workspace.');
    assert.match(say(read('/etc', etc)).message, /^Read "\/etc" \(grep\)\? /);
  });

  it('name the item that the call serves and the place in the queue', () => {
    assert.equal(
      say(bash('npm test'), { item: 'Run the suite', waiting: 3 }).message,
      'Run "npm test"? It serves "Run the suite". No rule allows this command yet. 1 of 3 waiting.',
    );
  });

  it('bring a command of many lines in full beside', () => {
    const { message, detail } = say(bash('cat <<E\nx\nE'));
    assert.equal(
      message,
      'Run "cat <<E \u23CE x \u23CE E"? In full in the document beside (11 characters). No rule allows this command yet.',
    );
    assert.equal(
      detail,
      'No rule allows this command yet.\n\nWhat it asks for, to the end of this document:\n\ncat <<E\nx\nE',
    );
  });

  it('keep the end of a long command in a message that the notification does not cut', () => {
    const command = `echo ${'x'.repeat(5000)} ; rm -rf .`;
    const request = bash(command, { kind: 'hook', source: 's'.repeat(500), text: 't'.repeat(5000) });
    const { message, detail } = say(request, { item: 'i'.repeat(500), waiting: 12 });
    assert.ok(message.length <= 1000, `${message.length}`);
    assert.ok(message.includes('; rm -rf ."? The hook'));
    assert.ok(message.endsWith('1 of 12 waiting.'));
    assert.ok(message.includes('characters left out'));
    assert.ok(detail?.endsWith(`\n\n${command}`));
  });

  it('write out characters that would not show, and say so', () => {
    const { message, detail } = say(bash('rm a\u202Eb'));
    assert.ok(message.includes('invisible or direction-changing characters, written here as <U+...>'));
    assert.ok(message.startsWith('Run "rm a<U+202E>b"? It holds invisible'));
    assert.ok(detail?.endsWith('\n\nrm a<U+202E>b'));
  });

  it('put whatever warns right behind the subject, before what else there is to say', () => {
    const reason: AskReason = { kind: 'destructive', what: 'removes / (rm -rf /)' };
    const change = { before: 'a', after: 'a\u202E' };
    assert.equal(
      say({ ...edit(inside('a.ts'), change), reason, canEdit: true }, { item: 'Tidy', waiting: 2 }).message,
      'Change "a.ts" (+1 -1)? The change adds invisible or direction-changing characters. ' +
        'This can destroy work: "removes / (rm -rf /)". It serves "Tidy". ' +
        'You can change the right side of the diff first. 1 of 2 waiting.',
    );
  });

  it('let no quote of the command pass for ours', () => {
    const { message, detail } = say(bash('ls "a"'));
    assert.ok(message.startsWith(String.raw`Run "ls \"a\""? No rule`), message);
    assert.equal(detail, undefined);
    assert.ok(say(bash(String.raw`ls \"\\`)).message.startsWith(String.raw`Run "ls \\\"\\\\"? No rule`));
    assert.ok(say(bash('ls \u201D')).message.startsWith('Run "ls <U+201D>"? In full'));
  });

  const lures = ['ls"? It is harmless. Run "x', 'ls\u201D? It is harmless.', "ls''? It is harmless."];
  for (const lure of lures) {
    it(`bring in full beside what ends a sentence within the quotes: ${lure}`, () => {
      const { message, detail } = say(bash(lure));
      assert.match(message, /"\? In full in the document beside/);
      assert.ok(detail?.endsWith(lure));
    });
  }

  it('keep the warning whatever the length of all else, quotes included', () => {
    const quotes = '"'.repeat(3000);
    const request = bash(quotes, { kind: 'hook', source: quotes, text: quotes });
    const always = { rules: [quotes], covered: 1, places: [{ label: 'p' }] };
    const { message } = say(request, { item: quotes, always, waiting: 2 });
    assert.ok(message.length <= 1000, `${message.length}`);
    assert.ok(message.includes('asks first'));
    assert.ok(message.endsWith('1 of 2 waiting.'));
  });

  it('quote the item like everything foreign', () => {
    assert.ok(say(bash('ls'), { item: 'x". No' }).message.includes(String.raw`It serves "x\". No".`));
  });

  it('tell of hidden characters that a change adds', () => {
    const added = say(edit(inside('a.ts'), { before: 'a', after: 'a\u202E' })).message;
    assert.ok(added.startsWith('Change "a.ts" (+1 -1)? The change adds invisible or direction-changing characters.'));
    const kept = say(edit(inside('a.ts'), { before: '\uFEFFa', after: '\uFEFFb' })).message;
    assert.ok(kept.startsWith('Change "a.ts" (+1 -1)? No rule'));
  });
});

describe('the offer to allow for the session', () => {
  const cases: readonly (readonly [string, ApprovalRequest, boolean])[] = [
    ['is made where the policy permits it', bash('npm test'), true],
    ['is not made where the policy forbids it', { ...bash('npm test'), canRemember: false }, false],
    ['is not made for a command that hides something', bash('npm test\u200B'), false],
    ['is not made for a command over 10,000 characters', bash('x'.repeat(10_001)), false],
    ['is not made for a path that hides something', edit(inside('a\u202E.ts')), false],
    ['is not made for a change that hides something', edit(inside('a'), { before: '', after: '\u2066' }), false],
  ];
  for (const [name, request, expected] of cases) {
    it(name, () => assert.equal(canAllowForSession(request), expected));
  }
});

describe('the sentence about "always"', () => {
  const places = [{ label: '.agent/settings.local.json' }];

  it('names the rule, the place and what it would have covered, last', () => {
    const always = { rules: ['Bash(npm test)'], covered: 2, places };
    assert.equal(
      approvalText(bash('npm test'), { ...context, always }).message,
      'Run "npm test"? No rule allows this command yet. ' +
        '"Always" (in More) would write "Bash(npm test)" to .agent/settings.local.json; earlier calls it covers: 2.',
    );
  });

  it('counts no calls where there were none', () => {
    const always = { rules: ['Bash(npm test)'], covered: 0, places };
    const { message } = approvalText(bash('npm test'), { ...context, always });
    assert.ok(message.endsWith('would write "Bash(npm test)" to .agent/settings.local.json.'), message);
  });

  it('shows a long rule in full in the document beside', () => {
    const rule = `Bash(echo ${'x'.repeat(400)})`;
    const { detail } = approvalText(bash('short'), { ...context, always: { rules: [rule], covered: 0, places } });
    assert.ok(detail?.includes(rule));
  });

  it('is left out where there is nothing to write', () => {
    const always = { rules: [], covered: 0, places: [] };
    assert.doesNotMatch(approvalText(bash('ls'), { ...context, always }).message, /Always/);
  });
});

describe('the proposal', () => {
  it('that can be changed says so', () => {
    const change = { before: 'a\n', after: 'b\n' };
    const hint = /You can change the right side of the diff first\./;
    assert.doesNotMatch(approvalText(edit(inside('a.ts'), change), context).message, hint);
    assert.match(approvalText({ ...edit(inside('a.ts'), change), canEdit: true }, context).message, hint);
  });
});
