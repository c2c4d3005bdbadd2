import assert from 'node:assert/strict';
import { createBashParser } from '../../../../src/core/permissions/bash/bashParser.ts';
import { commandText, type ParseCommandLine, wholeText } from '../../../../src/core/permissions/bash/commandLine.ts';
import { literalOf, valueOf } from '../../../../src/core/permissions/bash/word.ts';
import { judgeCommand } from '../../../../src/core/permissions/judgeCommand.ts';
import { bashParser } from './support.ts';

describe('createBashParser', () => {
  let parse: ParseCommandLine;
  before(async () => {
    parse = await bashParser.ready();
  });

  const texts = (line: string): readonly string[] => parse(line).commands.map(wholeText);
  const literals = (line: string): readonly (string | undefined)[] =>
    (parse(line).commands[0]?.words ?? []).map((word) => literalOf(word));

  it('loads once, and again after a failure', async () => {
    let loads = 0;
    const parser = createBashParser(() => {
      loads += 1;
      return Promise.reject(new Error('gone'));
    });
    await assert.rejects(parser.ready(), /gone/);
    await assert.rejects(parser.ready(), /gone/);
    assert.equal(loads, 2);
    assert.equal(await bashParser.ready(), await bashParser.ready());
  });

  it('finds every command of a line', () => {
    assert.deepEqual(texts('a && b || c; d | e |& f & g\nh'), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    assert.deepEqual(texts('(a; { b; }) && if c; then d; else e; fi'), ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(texts('while a; do b; done; for x in 1; do c; done; case x in y) d;; esac'), ['a', 'b', 'c', 'd']);
    assert.deepEqual(texts('f() { a; }; f'), ['a', 'f']);
    assert.deepEqual(texts('echo "$(a)" `b` <(c) ${x:-$(d)}').slice(1), ['a', 'b', 'c', 'd']);
  });

  it('takes quotes and escapes off', () => {
    assert.deepEqual(literals("a\\ b 'c d' \"e \\\" f\" $'\\x41\\n\\u00e9\\101' \"\" ''"), [
      'a b',
      'c d',
      'e " f',
      'A\né' + 'A',
      '',
      '',
    ]);
    assert.deepEqual(literals('a $X "$Y" $(b) x"$Z"'), ['a', undefined, undefined, undefined, undefined]);
  });

  it('joins continued lines', () => {
    assert.deepEqual(texts('np\\\nm \\\n test'), ['npm test']);
    assert.deepEqual(texts("echo 'a\\\nb'"), ["echo 'a\\\nb'"]);
    assert.deepEqual(texts('# x \\\nrm y'), ['rm y']);
  });

  it('keeps documents as data', () => {
    const [command, ...others] = parse('cat <<E\nrm x\n$(b)\nE').commands;
    assert.deepEqual(others.map(commandText), ['b']);
    assert.deepEqual(
      command?.redirections.map(({ operator, isFile, target }) => [operator, isFile, valueOf(target)]),
      [['<<', false, 'rm x\n$(b)\n']],
    );
  });

  it('tells files from descriptors, and words behind a redirection from targets', () => {
    const [command] = parse('rm 2>&1 >f x <in >&log').commands;
    assert.deepEqual(command?.words.map(valueOf), ['rm', 'x']);
    assert.deepEqual(
      command.redirections.map(({ operator, target, isFile, isOutput }) => [
        operator,
        valueOf(target),
        isFile,
        isOutput,
      ]),
      [
        ['>&', '1', false, true],
        ['>', 'f', true, true],
        ['<', 'in', true, false],
        ['>&', 'log', true, true],
      ],
    );
  });

  it('tells assignments, pipelines and functions', () => {
    const [command] = parse('A=1 B="$(x)" run').commands;
    assert.deepEqual(
      command?.assignments.map(({ name, isLiteral }) => [name, isLiteral]),
      [
        ['A', true],
        ['B', false],
      ],
    );
    assert.deepEqual(
      parse('a | b').commands.map(({ isPiped }) => isPiped),
      [false, true],
    );
    assert.deepEqual(
      parse('cat <<E | b\nx\nE').commands.map(({ isPiped }) => isPiped),
      [false, true],
    );
    assert.deepEqual(parse('f() { g; }').commands[0]?.functions, ['f']);
  });

  it('says when a line can not be read for certain', () => {
    for (const line of [
      'a "b',
      'a; ; b',
      'if a',
      'a )',
      'time { a; }',
      'a `b \\`c\\``',
      'a\rb',
      'a\u00a0b',
      'a\u202eb',
      'a\0b',
    ]) {
      assert.equal(parse(line).kind, 'unparsable', JSON.stringify(line));
    }
    for (const line of ['', '# a', 'a\tb', 'a é 漢 😀', "a 'multi\nline'"])
      assert.equal(parse(line).kind, 'commands', line);
  });

  it('survives long, deep and broken text', function () {
    this.timeout(60_000);
    const lines = [
      '('.repeat(20_000),
      `${'$('.repeat(3000)}x${')'.repeat(3000)}`,
      '"$('.repeat(2000),
      '<<'.repeat(20_000),
      `cat <<E\n`.repeat(90),
      'a|'.repeat(5000) + 'a',
      `echo ${'x '.repeat(20_000)}`,
      `echo ${'{a,b}'.repeat(2000)}`,
      '`'.repeat(5001),
      'timeout 5 '.repeat(4000) + 'ls',
      'x'.repeat(1_000_000),
      '\ud800\uffff\0',
    ];
    for (const line of lines) judgeCommand(line, parse);
    assert.deepEqual(texts('ls && rm x'), ['ls', 'rm x']);
  });

  it('survives any mixture of shell syntax', function () {
    this.timeout(60_000);
    const pieces = [
      'rm ',
      ' ',
      '\n',
      ';',
      '|',
      '&',
      '$(',
      ')',
      '`',
      '"',
      "'",
      '\\',
      '<',
      '>',
      '<<E',
      '{',
      '}',
      '[[',
      'if ',
      '*',
      '~',
      '${',
      '=',
      '$((',
      '\r',
      'é',
      'do ',
      'case ',
      '!',
      '\ud83d',
    ];
    let state = 7;
    const next = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    for (let count = 0; count < 500; count += 1) {
      const line = Array.from({ length: next(40) }, () => pieces[next(pieces.length)]).join('');
      judgeCommand(line, parse);
    }
  });
});
