import assert from 'node:assert/strict';
import {
  parseHookSettings,
  readHookSettings,
  type HookSettings,
} from '../../../../../src/core/hooks/configuration/hookConfig.ts';
import type { HookSource } from '../../../../../src/core/hooks/configuration/hookSchema.ts';

const source: HookSource = { kind: 'project', label: '.claude/settings.json', file: '/p/.claude/settings.json' };
const parse = (text: string, strict = true): HookSettings => parseHookSettings(text, source, { strict });
const parseHooks = (hooks: object): HookSettings => readHookSettings({ hooks }, source);
const commands = ({ hooks }: HookSettings): string[] =>
  hooks.map(({ definition }) => (definition.type === 'command' ? definition.command : definition.type));
const problems = (settings: HookSettings): string[] =>
  settings.problems.map(({ severity, key, line, message }) => `${severity} ${key}:${line ?? '-'} ${message}`);

const command = { type: 'command', command: 'true' };

describe('parseHookSettings', () => {
  it('reads groups of handlers with their matcher, source and line', () => {
    const text = `{
  "$schema": "x", "_comment": "y",
  "hooks": {
    "PreToolUse": [
      { "id": "g", "matcher": "Bash", "description": "d", "hooks": [
        { "type": "command", "command": "a.sh", "timeout": 15, "_comment": "c" },
        { "type": "http", "url": "http://127.0.0.1/x", "headers": { "X": "$K" }, "allowedEnvVars": ["K"] }
      ] }
    ],
    "Stop": [{ "hooks": [{ "type": "prompt", "prompt": "Done? $ARGUMENTS" }] }]
  }
}`;
    const { hooks, problems } = parse(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(hooks, [
      {
        event: 'PreToolUse',
        matcher: 'Bash',
        source,
        line: 6,
        definition: { type: 'command', command: 'a.sh', timeout: 15 },
      },
      {
        event: 'PreToolUse',
        matcher: 'Bash',
        source,
        line: 7,
        definition: { type: 'http', url: 'http://127.0.0.1/x', headers: { X: '$K' }, allowedEnvVars: ['K'] },
      },
      { event: 'Stop', source, line: 10, definition: { type: 'prompt', prompt: 'Done? $ARGUMENTS' } },
    ]);
  });

  it('H-74: drops only what is malformed or unknown, with its line', () => {
    const text = `{ "hooks": {
  "FooEvent": [{ "hooks": [] }],
  "preToolUse": [],
  "Stop": "nonsense",
  "PreToolUse": [
    { "matcher": 3, "hooks": [{ "type": "command", "command": "lost" }] },
    { "hooks": [
      { "type": "command" },
      { "type": "shout", "command": "x" },
      { "type": "command", "command": "x", "timeout": "5" },
      "text",
      { "type": "command", "command": "kept" }
    ] }
  ]
} }`;
    const settings = parse(text);
    assert.deepEqual(commands(settings), ['kept']);
    const found = problems(settings);
    const expected = [
      /^error hooks\.FooEvent:2 unknown event, its hooks never run; known are SessionStart,/,
      /^error hooks\.preToolUse:3 unknown event, its hooks never run; did you mean PreToolUse\?$/,
      /^error hooks\.Stop:4 must be a list of groups/,
      /^error hooks\.PreToolUse\[0\]\.matcher:6 .*expected string/,
      /^error hooks\.PreToolUse\[1\]\.hooks\[0\]\.command:8 /,
      /^error hooks\.PreToolUse\[1\]\.hooks\[1\]\.type:9 /,
      /^error hooks\.PreToolUse\[1\]\.hooks\[2\]\.timeout:10 .*expected number/,
      /^error hooks\.PreToolUse\[1\]\.hooks\[3\]:11 /,
    ];
    assert.equal(found.length, expected.length, found.join('\n'));
    expected.forEach((pattern, index) => assert.match(found[index] ?? '', pattern));
  });

  it('puts a file with comments or trailing commas out of force where JSON must be strict', () => {
    const text = `{\n  // why\n  "hooks": { "Stop": [{ "hooks": [${JSON.stringify(command)},] }] }\n}`;
    const strict = parse(text);
    assert.deepEqual(strict.hooks, []);
    assert.match(problems(strict)[0] ?? '', /^error :2 not valid JSON, no hook of this file is in force/);
    const lenient = parse(text, false);
    assert.deepEqual(commands(lenient), ['true']);
    assert.deepEqual(lenient.problems, []);
  });

  it('accepts a byte order mark and an empty object, reports an empty file', () => {
    assert.deepEqual(parse('\uFEFF{}').problems, []);
    assert.equal(parse('').problems.length, 1);
    assert.equal(parse('[]').problems.length, 1);
  });

  it('takes a handler straight under its event as a group of its own', () => {
    const settings = parseHooks({ PreToolUse: [{ ...command, matcher: 'Bash' }, { hooks: [command] }] });
    assert.deepEqual(
      settings.hooks.map(({ matcher }) => matcher),
      ['Bash', undefined],
    );
    assert.deepEqual(settings.problems, []);
  });

  it('reports events that stand outside of "hooks"', () => {
    const settings = readHookSettings({ PreToolUse: [{ hooks: [command] }] }, source);
    assert.deepEqual(problems(settings), [
      'error PreToolUse:- PreToolUse must stand under "hooks"; here it is not read',
    ]);
  });

  it('reads the switches beside the hooks and drops a badly typed one', () => {
    const { disableAllHooks, allowedHttpHookUrls, env, problems } = readHookSettings(
      { disableAllHooks: true, allowedHttpHookUrls: ['http://a/*'], env: { A: 1 } },
      source,
    );
    assert.deepEqual(
      { disableAllHooks, allowedHttpHookUrls, env },
      {
        disableAllHooks: true,
        allowedHttpHookUrls: ['http://a/*'],
        env: undefined,
      },
    );
    assert.deepEqual(
      problems.map(({ key }) => key),
      ['env.A'],
    );
  });

  it('is not confused by keys from object prototypes', () => {
    const settings = parse('{ "hooks": { "toString": [], "__proto__": [], "constructor": [] } }');
    assert.deepEqual(
      settings.problems.map(({ key }) => key),
      ['hooks.toString', 'hooks.__proto__', 'hooks.constructor'],
    );
  });
});

describe('hooks that never run', () => {
  const cases: readonly (readonly [string, string, object, RegExp])[] = [
    ['an event that is not fired here', 'SubagentStop', command, /SubagentStop is not fired/],
    ['a type that is not supported', 'PreToolUse', { type: 'agent', prompt: 'x' }, /"agent" are not supported/],
    [
      'a type that the event does not take',
      'SessionStart',
      { type: 'http', url: 'http://a' },
      /does not take .*"http"/,
    ],
    ['"if" outside of tool events', 'Stop', { ...command, if: 'Bash(git *)' }, /tool events only/],
    ['"if" with two rules', 'PreToolUse', { ...command, if: 'Bash(git *) || Bash(npm *)' }, /exactly one/],
  ];
  for (const [what, event, handler, reason] of cases) {
    it(`${what} is kept with its reason and warned about`, () => {
      const { hooks, problems } = parseHooks({ [event]: [{ hooks: [handler] }] });
      assert.match(hooks[0]?.inactive ?? '', reason);
      assert.deepEqual(
        problems.map(({ severity }) => severity),
        [event === 'SubagentStop' ? 'hint' : 'warning'],
      );
    });
  }

  it('M-24: a matcher that is no expression is kept with its reason', () => {
    const { hooks } = parseHooks({ PreToolUse: [{ matcher: '[', hooks: [command] }] });
    assert.match(hooks[0]?.inactive ?? '', /not a valid regular expression/);
  });
});

describe('hints', () => {
  const hintsFor = (group: object, event = 'PreToolUse'): string[] =>
    parseHooks({ [event]: [group] }).problems.map(({ severity, message }) => `${severity}: ${message}`);
  const cases: readonly (readonly [string, object, string, RegExp])[] = [
    [
      'a timeout that looks like milliseconds',
      { hooks: [{ ...command, timeout: 5000 }] },
      'PreToolUse',
      /is in seconds/,
    ],
    ['a rule as a matcher', { matcher: 'Bash(git *)', hooks: [command] }, 'PreToolUse', /"matcher": "Bash" with "if"/],
    ['a matcher in wrong case', { matcher: 'WRITE', hooks: [command] }, 'PreToolUse', /fits no known tool/],
    ['a source that does not exist', { matcher: 'start', hooks: [command] }, 'SessionStart', /fits no source/],
    ['a matcher where there is nothing to match', { matcher: 'x', hooks: [command] }, 'Stop', /is ignored/],
    ['a group without hooks', { matcher: 'Bash', hooks: [] }, 'PreToolUse', /holds no hook/],
  ];
  for (const [what, group, event, pattern] of cases) {
    it(what, () => {
      const hints = hintsFor(group, event);
      assert.equal(hints.length, 1);
      assert.match(hints[0] ?? '', pattern);
      assert.match(hints[0] ?? '', /^hint: /);
    });
  }

  it('are given for a guard over Bash alone where commands run in PowerShell', () => {
    const hooks = ['Bash', 'Bash|PowerShell', '.*Shell', 'Read'].map((matcher) => ({ matcher, hooks: [command] }));
    const on = (commandTool: 'Bash' | 'PowerShell'): readonly string[] =>
      readHookSettings({ hooks: { PreToolUse: hooks } }, source, { commandTool }).problems.map(({ key }) => key);
    assert.deepEqual(on('PowerShell'), ['hooks.PreToolUse[0].hooks[0]']);
    assert.deepEqual(on('Bash'), []);
  });

  it('are not given for MCP tools, expressions that fit, or an hour', () => {
    for (const matcher of ['mcp__memory__.*', 'W(rit)e', 'Edit|Write|MultiEdit', 'bash'])
      assert.deepEqual(hintsFor({ matcher, hooks: [{ ...command, timeout: 3600 }] }), [], matcher);
  });
});
