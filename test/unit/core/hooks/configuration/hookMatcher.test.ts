import assert from 'node:assert/strict';
import type { HookEventName } from '../../../../../src/core/hooks/protocol/hookEvents.ts';
import { compileMatcher, matchSubject } from '../../../../../src/core/hooks/configuration/hookMatcher.ts';
import { claudeNameOf, toolNames } from '../../../../../src/core/hooks/protocol/toolNames.ts';

interface Vector {
  readonly row: string;
  readonly matcher?: string;
  readonly event?: HookEventName;
  readonly value: string;
  readonly fires: boolean;
}

const vectors: readonly Vector[] = [
  { row: 'M-01', value: 'Bash', fires: true },
  { row: 'M-02', matcher: '', value: 'Bash', fires: true },
  { row: 'M-03', matcher: '*', value: 'mcp__a__b', fires: true },
  { row: 'M-04', matcher: 'Bash', value: 'Bash', fires: true },
  { row: 'M-05', matcher: 'bash', value: 'Bash', fires: true },
  { row: 'M-06', matcher: 'Writ', value: 'Write', fires: false },
  { row: 'M-07', matcher: 'rit.', value: 'Write', fires: true },
  { row: 'M-08', matcher: 'W(rit)e', value: 'Write', fires: true },
  { row: 'M-09', matcher: 'Edit|Write', value: 'Write', fires: true },
  { row: 'M-10', matcher: 'Edit, Write', value: 'Write', fires: true },
  { row: 'M-11', matcher: 'Edit.*', value: 'NotebookEdit', fires: true },
  { row: 'M-12', matcher: '^Edit$', value: 'NotebookEdit', fires: false },
  { row: 'M-13', matcher: 'Edit|Write|mcp__.*', value: 'NotebookEdit', fires: true },
  { row: 'M-14', matcher: 'mcp__memory', value: 'mcp__memory__create', fires: false },
  { row: 'M-15', matcher: 'mcp__memory__.*', value: 'mcp__memory__create', fires: true },
  { row: 'M-16', matcher: 'mcp__.*__write.*', value: 'mcp__fs__write_file', fires: true },
  { row: 'M-17', matcher: 'mcp__[^_]+__[^_]+$', value: 'mcp__fs__write_file', fires: false },
  { row: 'M-18', event: 'SubagentStart', matcher: 'code-reviewer', value: 'senior-code-reviewer', fires: false },
  { row: 'M-19', event: 'SubagentStart', matcher: 'my-plugin:reviewer', value: 'x-my-plugin:reviewer', fires: true },
  { row: 'M-20', matcher: 'Bash(git *)', value: 'Bash', fires: false },
  { row: 'M-21', event: 'SessionStart', matcher: 'startup|clear|compact', value: 'compact', fires: true },
  { row: 'M-22', event: 'SessionStart', matcher: 'startup', value: 'fork', fires: false },
  { row: 'M-23', event: 'Stop', matcher: 'Anything', value: '', fires: true },
  { row: 'M-24', matcher: '[', value: 'Bash', fires: false },
  { row: 'M-25', matcher: 'Task', value: 'Agent', fires: true },
  { row: 'M-26', event: 'Notification', matcher: 'permission_prompt|idle_prompt', value: 'idle_prompt', fires: true },
  { row: 'own name in a list', matcher: 'edit_file|write_file', value: 'Write', fires: true },
  { row: 'MultiEdit in a list', matcher: 'MultiEdit', value: 'Edit', fires: true },
  { row: 'own name in an expression', matcher: 'write_.*', value: 'Write', fires: false },
  { row: 'negative expression', matcher: '^(?!Edit$)', value: 'Edit', fires: false },
  { row: 'former name in an expression', matcher: '^Ta.k$', value: 'Agent', fires: true },
  { row: 'only separators', matcher: ' , ', value: 'Bash', fires: false },
  { row: 'list of another event', event: 'StopFailure', matcher: 'rate_limit, x', value: 'rate_limit', fires: false },
];

describe('compileMatcher', () => {
  for (const { row, event = 'PreToolUse', matcher, value, fires } of vectors) {
    it(`${row}: ${matcher ?? '(none)'} ${fires ? 'fires' : 'does not fire'} for ${value || event}`, () => {
      const subject = event === 'PreToolUse' ? toolNames(value) : value;
      assert.equal(compileMatcher(event, matcher).matches(subject), fires);
    });
  }

  it('M-24: says why an expression can never match', () => {
    assert.match(compileMatcher('PreToolUse', '[').problem ?? '', /not a valid regular expression/);
  });

  it('compares the field that the event is matched on', () => {
    assert.equal(matchSubject('SessionEnd', { reason: 'clear' }), 'clear');
    assert.equal(matchSubject('Stop', { reason: 'clear' }), '');
    assert.deepEqual(matchSubject('PreToolUse', { tool_name: 'Sing' }, 'sing'), toolNames('Sing', 'sing'));
  });
});

describe('claudeNameOf', () => {
  const names: readonly (readonly [string, string])[] = [
    ['bash', 'Bash'],
    ['BASH', 'Bash'],
    ['read_file', 'Read'],
    ['Task', 'Agent'],
    ['MultiEdit', 'Edit'],
    ['open_browser', 'OpenBrowser'],
    ['mcp__memory__create', 'mcp__memory__create'],
    ['toString', 'toString'],
  ];
  for (const [given, claude] of names) it(`${given} is ${claude}`, () => assert.equal(claudeNameOf(given), claude));

  it('knows no names from object prototypes', () => {
    assert.deepEqual(toolNames('constructor'), { claude: 'constructor', former: [], exactOnly: [] });
  });
});
