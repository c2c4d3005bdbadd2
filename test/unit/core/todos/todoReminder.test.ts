import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { TodoReminder } from '../../../../src/core/todos/todoReminder.ts';
import type { TodoReminderOptions } from '../../../../src/core/todos/todoReminder.ts';

const defaults: TodoReminderOptions = {
  threshold: 3,
  message: '<reminder>Update your todos.</reminder>',
  resetOnTodoWrite: true,
  isOffered: true,
};

/** What each round gives, for rounds like `bash`, `todo_write bash` or `` (all calls refused). */
function run(rounds: readonly string[], options: Partial<TodoReminderOptions> = {}, openItems = 0): readonly object[] {
  const reminder = new TodoReminder(
    () => ({ ...defaults, ...options }),
    () => openItems,
  );
  return rounds.map((round) => {
    const text = reminder.afterRound({ toolNames: round.split(' ') });
    assert.equal(text !== undefined, reminder.lastRound?.reminded);
    assert.equal(reminder.counter, reminder.lastRound?.counter);
    return reminder.lastRound ?? {};
  });
}

function counters(rounds: readonly string[], options?: Partial<TodoReminderOptions>, openItems?: number): string {
  const seen = run(rounds, options, openItems) as readonly { reached: number; reminded: boolean }[];
  return seen.map(({ reached, reminded }) => `${reached}${reminded ? '!' : ''}`).join(' ');
}

const bash = (count: number): readonly string[] => Array.from({ length: count }, () => 'bash');

describe('TodoReminder', () => {
  it('reminds in the third round and starts again', () => {
    assert.equal(counters(bash(7)), '1 2 3! 1 2 3! 1');
  });

  it('says what it saw of a round', () => {
    assert.deepEqual(run(['bash', 'bash', 'bash', 'bash todo_write']), [
      { usedTodo: false, reached: 1, reminded: false, counter: 1 },
      { usedTodo: false, reached: 2, reminded: false, counter: 2 },
      { usedTodo: false, reached: 3, reminded: true, counter: 0 },
      { usedTodo: true, reached: 0, reminded: false, counter: 0 },
    ]);
  });

  it('counts a round once, however many calls it held, and also when all were refused', () => {
    assert.equal(counters(['bash bash bash', '', 'bash glob']), '1 2 3!');
  });

  it('is set back by todo_write at any place of the round', () => {
    assert.equal(counters(['bash', 'bash', 'bash todo_write glob', 'bash']), '1 2 0 1');
  });

  it('counts todo_write rounds too when told not to reset', () => {
    assert.equal(counters(['todo_write', 'todo_write', 'todo_write'], { resetOnTodoWrite: false }), '1 2 3!');
  });

  it('says at which round it would remind', () => {
    const threshold = (options: Partial<TodoReminderOptions>, openItems: number): number =>
      new TodoReminder(
        () => ({ ...defaults, ...options }),
        () => openItems,
      ).threshold;
    assert.equal(threshold({}, 12), 3);
    assert.equal(threshold({ threshold: 'auto' }, 5), 2);
    assert.equal(threshold({ threshold: 'auto' }, 12), 1);
    assert.equal(threshold({ isOffered: false }, 1), 0);
  });

  it('never counts with threshold 0 or without the tool', () => {
    assert.equal(counters([...bash(4), 'todo_write'], { threshold: 0 }), '0 0 0 0 0');
    assert.equal(counters([...bash(4), 'todo_write'], { isOffered: false }), '0 0 0 0 0');
    assert.equal(counters(bash(2), { threshold: 0, isDynamic: true }, 20), '0 0');
  });

  it('does not count a todo_write that is not offered', () => {
    assert.deepEqual(run(['todo_write'], { isOffered: false }), [
      { usedTodo: false, reached: 0, reminded: false, counter: 0 },
    ]);
  });

  it('sees settings change between two rounds', () => {
    let options = defaults;
    const reminder = new TodoReminder(
      () => options,
      () => 0,
    );
    reminder.afterRound({ toolNames: ['bash'] });
    options = { ...defaults, threshold: 2, message: 'Plan!' };
    assert.equal(reminder.afterRound({ toolNames: ['bash'] }), 'Plan!');
  });

  it('starts anew with a run', () => {
    const reminder = new TodoReminder(
      () => defaults,
      () => 0,
    );
    reminder.afterRound({ toolNames: ['bash'] });
    reminder.reset();
    assert.deepEqual([reminder.counter, reminder.lastRound], [0, undefined]);
  });

  it('auto comes sooner for longer plans', () => {
    assert.equal(counters(bash(4), { threshold: 'auto' }, 4), '1 2 3! 1');
    assert.equal(counters(bash(4), { threshold: 'auto' }, 5), '1 2! 1 2!');
    assert.equal(counters(bash(2), { threshold: 'auto' }, 10), '1! 1!');
  });

  /** The counter's part of the loop's golden cases: those in which no hook refuses a call and nothing fails. */
  describe('in the loop cases of settings, count and dynamic', () => {
    interface LoopCase {
      readonly id: string;
      readonly title: string;
      readonly group: string;
      readonly settings: {
        readonly nag_threshold: number;
        readonly nag_message: string;
        readonly enable_todo_write: boolean;
        readonly reset_on_todo_write: boolean;
        readonly nag_dynamic?: boolean;
        readonly tools_enabled: readonly string[];
      };
      readonly todos_before?: readonly { readonly status: string }[];
      readonly responses: readonly { readonly content: readonly { readonly type: string; readonly name?: string }[] }[];
      readonly expected: {
        readonly rounds: readonly { used_todo: boolean; reached: number; reminder: boolean; after: number }[];
      };
    }
    // The file's shape is fixed and described in its own `about`.
    const { cases } = JSON.parse(readFileSync('test/fixtures/cases/loop-cases.json', 'utf8')) as {
      cases: readonly LoopCase[];
    };

    for (const one of cases.filter(({ group }) => ['settings', 'count', 'dynamic'].includes(group))) {
      it(`${one.id} ${one.title}`, () => {
        const { settings, responses } = one;
        const open = (one.todos_before ?? []).filter((item) => item.status !== 'completed').length;
        const rounds = responses
          .map(({ content }) => content.flatMap((block) => (block.type === 'tool_use' ? [block.name] : [])).join(' '))
          .filter((names) => names !== '');
        const options = {
          threshold: settings.nag_threshold,
          isDynamic: settings.nag_dynamic ?? false,
          message: settings.nag_message,
          resetOnTodoWrite: settings.reset_on_todo_write,
          isOffered: settings.enable_todo_write && settings.tools_enabled.includes('todo_write'),
        };
        assert.deepEqual(
          run(rounds, options, open),
          one.expected.rounds.map(({ used_todo, reached, reminder, after }) => ({
            usedTodo: used_todo,
            reached,
            reminded: reminder,
            counter: after,
          })),
        );
      });
    }
  });
});
