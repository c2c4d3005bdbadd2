import assert from 'node:assert/strict';
import { addEntries, moveEntry, removeEntry } from '../../../../src/core/permissions/rules/editRules.ts';

interface Row {
  readonly name: string;
  readonly text: string | undefined;
  readonly strict?: boolean;
  readonly result: string;
}

const added: readonly Row[] = [
  {
    name: 'makes a file',
    text: undefined,
    result: '{\n  "permissions": {\n    "allow": [\n      "Bash(b)"\n    ]\n  }\n}\n',
  },
  {
    name: 'fills an empty file',
    text: '',
    result: '{\n  "permissions": {\n    "allow": [\n      "Bash(b)"\n    ]\n  }\n}',
  },
  {
    name: 'leaves comments, unknown keys and trailing commas where they are',
    text: '{\n  "x": 1, // one\n  "permissions": {\n    "allow": [\n      "Bash(a)", // why\n    ],\n    "deny": []\n  },\n}\n',
    result:
      '{\n  "x": 1, // one\n  "permissions": {\n    "allow": [\n      "Bash(b)",\n      "Bash(a)", // why\n    ],\n    "deny": []\n  },\n}\n',
  },
  {
    name: 'keeps tabs, line ends and a byte order mark',
    text: '\uFEFF{\r\n\t"permissions": {\r\n\t\t"allow": [\r\n\t\t\t"Bash(a)"\r\n\t\t]\r\n\t}\r\n}\r\n',
    result:
      '\uFEFF{\r\n\t"permissions": {\r\n\t\t"allow": [\r\n\t\t\t"Bash(b)",\r\n\t\t\t"Bash(a)"\r\n\t\t]\r\n\t}\r\n}\r\n',
  },
  {
    name: 'keeps four spaces',
    text: '{\n    "hooks": {}\n}\n',
    result:
      '{\n    "permissions": {\n        "allow": [\n            "Bash(b)"\n        ]\n    },\n    "hooks": {}\n}\n',
  },
];

describe('addEntries', () => {
  for (const { name, text, strict = false, result } of added) {
    it(name, () =>
      assert.deepEqual(addEntries({ text, strict }, 'allow', ['Bash(b)']), { kind: 'edited', text: result }),
    );
  }

  it('writes no rule twice', () => {
    const text = '{"permissions":{"allow":["Bash(a)"]}}';
    assert.deepEqual(addEntries({ text, strict: true }, 'allow', ['Bash(a)', 'Bash(a)']), { kind: 'unchanged' });
  });

  it('keeps the order of several', () => {
    const edit = addEntries({ text: '{}', strict: true }, 'allow', ['A', 'B', 'C']);
    assert.equal(edit.kind, 'edited');
    const list: unknown = edit.kind === 'edited' && JSON.parse(edit.text);
    assert.deepEqual(list, { permissions: { allow: ['A', 'B', 'C'] } });
  });

  const refused: readonly (readonly [what: string, text: string, strict: boolean])[] = [
    ['malformed JSON', '{ "permissions": ', false],
    ['a comment where none may be', '{ // c\n}', true],
    ['a list at the top', '[]', false],
    ['permissions that are no object', '{"permissions": []}', false],
    ['rules that are no list', '{"permissions": {"allow": "Bash"}}', false],
  ];
  for (const [what, text, strict] of refused) {
    it(`refuses a file with ${what}`, () =>
      assert.equal(addEntries({ text, strict }, 'allow', ['Bash(b)']).kind, 'refused'));
  }
});

describe('removeEntry', () => {
  const rows: readonly (readonly [name: string, text: string, result: string])[] = [
    ['the only one', '{"permissions":{"allow":["A"]}}', '{"permissions":{"allow":[]}}'],
    ['the first of a line', '{"permissions":{"allow":["A","B"]}}', '{"permissions":{"allow":["B"]}}'],
    ['the last of a line', '{"permissions":{"allow":["B", "A"]}}', '{"permissions":{"allow":["B" ]}}'],
    ['each copy', '{"permissions":{"allow":["A","B","A"]}}', '{"permissions":{"allow":["B"]}}'],
    [
      'a line of its own, with the comments of others kept',
      '{ "permissions": { "allow": [\n  "A",\n  // about B\n  "B"\n] } }',
      '{ "permissions": { "allow": [\n  // about B\n  "B"\n] } }',
    ],
    [
      'the last line, with the comma before it',
      '{ "permissions": { "allow": [\n  "B", // about B\n  "A"\n] } }',
      '{ "permissions": { "allow": [\n  "B" // about B\n] } }',
    ],
  ];
  for (const [name, text, result] of rows) {
    it(`takes out ${name}`, () =>
      assert.deepEqual(removeEntry({ text, strict: false }, 'allow', 'A'), { kind: 'edited', text: result }));
  }

  it('has nothing to do without the rule', () => {
    assert.deepEqual(removeEntry({ text: '{}', strict: true }, 'deny', 'A'), { kind: 'unchanged' });
  });
});

describe('moveEntry', () => {
  const text = (rules: string): string => `{ "permissions": { "deny": [${rules}] } } // end`;
  const moved = (entry: string, by: -1 | 1) =>
    moveEntry({ text: text('"a", /* b */ "b", "c"'), strict: false }, 'deny', entry, by);

  it('lets two entries change places and leaves comments where they are', () => {
    assert.deepEqual(moved('b', -1), { kind: 'edited', text: text('"b", /* b */ "a", "c"') });
    assert.deepEqual(moved('b', 1), { kind: 'edited', text: text('"a", /* b */ "c", "b"') });
  });

  it('does nothing at the ends of the list and for what is not in it', () => {
    for (const [entry, by] of [
      ['a', -1],
      ['c', 1],
      ['d', 1],
    ] as const)
      assert.deepEqual(moved(entry, by), { kind: 'unchanged' });
  });
});
