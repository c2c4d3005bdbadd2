import assert from 'node:assert/strict';
import { createTodoWriteTool } from '../../../../src/core/tools/todoWrite.ts';
import type { Tool } from '../../../../src/core/tools/tool.ts';
import { ToolRegistry } from '../../../../src/core/tools/toolRegistry.ts';
import { TodoError, TodoManager } from '../../../../src/core/todos/todoManager.ts';
import { allTools } from '../../../support/allTools.ts';
import { runTool } from '../../../support/toolRun.ts';

const names = ['bash', 'read_file', 'write_file', 'edit_file', 'glob', 'grep', 'todo_write'];

function registryOf(tools: readonly Tool[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of tools) registry.register(tool);
  return registry;
}

describe('ToolRegistry', () => {
  it('offers the tools in one order, in the same bytes, however they were registered', () => {
    const tools = allTools();
    const one = registryOf(tools).definitions();
    const other = registryOf(tools.toReversed()).definitions();
    assert.deepEqual(
      one.map((definition) => definition.name),
      names,
    );
    assert.equal(JSON.stringify(one), JSON.stringify(other));
  });

  it('offers only the tools that are enabled, in its own order', () => {
    const offered = registryOf(allTools()).definitions(['todo_write', 'nonsense', 'bash']);
    assert.deepEqual(
      offered.map((definition) => definition.name),
      ['bash', 'todo_write'],
    );
  });

  it('knows no tool by a name that every object has', () => {
    const registry = registryOf(allTools());
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'Bash', '']) {
      assert.equal(registry.get(name), undefined);
    }
    assert.equal(registry.get('bash')?.claudeName, 'Bash');
  });

  it('refuses a second tool of a name, and takes one away again', () => {
    const [tool] = allTools();
    assert.ok(tool);
    const registry = new ToolRegistry();
    const registration = registry.register(tool);
    assert.throws(() => registry.register(tool), /already a tool named todo_write/);
    registration.dispose();
    assert.deepEqual(registry.names, []);
    registry.register({ ...tool });
    registration.dispose();
    assert.deepEqual(registry.names, ['todo_write']);
  });

  it('lists tools of others behind its own, by name', () => {
    const [tool] = allTools();
    assert.ok(tool);
    const named = (name: string): Tool => ({ ...tool, definition: { ...tool.definition, name } });
    assert.deepEqual(registryOf([named('z'), named('a'), tool]).names, ['todo_write', 'a', 'z']);
  });
});

describe('the definitions', () => {
  const definitions = registryOf(allTools()).definitions();

  it('take at most 5,500 characters of every request', () => {
    const size = JSON.stringify(definitions).length;
    assert.ok(size <= 5500, `${size} characters`);
  });

  it('have the parameters that hook scripts know', () => {
    const parameters = definitions.map(({ input_schema: schema }) => Object.keys(schema.properties ?? {}));
    assert.deepEqual(parameters, [
      ['command', 'timeout', 'description'],
      ['file_path', 'offset', 'limit'],
      ['file_path', 'content'],
      ['file_path', 'old_string', 'new_string', 'replace_all'],
      ['pattern', 'path'],
      ['pattern', 'path', 'glob', 'output_mode', 'context', 'head_limit'],
      ['todos'],
    ]);
  });

  it('require what a call cannot do without, so that a hook may drop the rest', () => {
    assert.deepEqual(
      definitions.map(({ input_schema: schema }) => schema.required),
      [
        ['command'],
        ['file_path'],
        ['file_path', 'content'],
        ['file_path', 'old_string', 'new_string'],
        ['pattern'],
        ['pattern'],
        ['todos'],
      ],
    );
  });

  it('say exactly this of todos', () => {
    assert.deepEqual(definitions.at(-1)?.input_schema, {
      type: 'object',
      properties: {
        todos: {
          type: 'array',
          maxItems: 20,
          items: {
            type: 'object',
            properties: {
              content: { type: 'string', minLength: 1 },
              status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
            },
            required: ['content', 'status'],
          },
        },
      },
      required: ['todos'],
    });
  });
});

describe('todo_write', () => {
  const plan = [{ content: 'a', status: 'in_progress' }];

  it('answers with the list as the model shall read it, and tells hooks both lists', async () => {
    const todos = new TodoManager();
    const { text, response } = await runTool(createTodoWriteTool({ todos }), { todos: plan, reason: 'ignored' });
    assert.equal(text, '[>] a\n\n(0/1 completed)');
    const newTodos = [{ content: 'a', status: 'in_progress', activeForm: 'a' }];
    assert.deepEqual(response, { oldTodos: [], newTodos });
  });

  it('leaves every decision about the list to the list', async () => {
    const tool = createTodoWriteTool({ todos: new TodoManager() });
    assert.match((await runTool(tool, { todos: '[{"content":"a"}]' })).text, /^\[ \] a/);
    for (const input of [{}, { todos: null }, { todos: 7 }]) {
      await assert.rejects(async () => runTool(tool, input), new TodoError('todos must be a list'));
    }
  });
});
