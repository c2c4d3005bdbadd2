import assert from 'node:assert/strict';
import { buildSystemPrompt, type SystemPromptFacts } from '../../../../../src/core/agent/prompt/systemPrompt.ts';
import { estimateTokens } from '../../../../../src/core/model/tokenEstimate.ts';
import { ToolRegistry } from '../../../../../src/core/tools/toolRegistry.ts';
import { allTools } from '../../../../support/allTools.ts';

const facts: SystemPromptFacts = {
  folders: ['/home/me/project'],
  os: 'Linux',
  shell: 'bash',
  date: '2026-11-30',
  enabledTools: ['bash', 'todo_write'],
};

describe('buildSystemPrompt', () => {
  it('names folder, system, shell and date, and says how to plan', () => {
    const prompt = buildSystemPrompt(facts);
    for (const part of ['/home/me/project', 'Linux', 'bash', '2026-11-30', 'todo_write'])
      assert.ok(prompt.includes(part));
  });

  it('says nothing of a plan when todo_write is not offered', () => {
    assert.ok(!buildSystemPrompt({ ...facts, enabledTools: ['bash'] }).includes('todo'));
  });

  it('names every folder of a workspace', () => {
    const prompt = buildSystemPrompt({ ...facts, folders: ['/a', '/b', '/c'] });
    assert.match(prompt, /working folder is \/a.*\n.*\/b, \/c/);
  });

  it('is the same for the same facts', () => {
    assert.equal(buildSystemPrompt(facts), buildSystemPrompt({ ...facts }));
  });

  it('comes with all tools to at most 2,000 tokens, by the usual 4 characters for one', () => {
    const registry = new ToolRegistry();
    for (const tool of allTools()) registry.register(tool);
    const enabledTools = registry.definitions().map(({ name }) => name);
    const prompt = buildSystemPrompt({ ...facts, folders: ['/home/somebody/projects/a-project'], enabledTools });
    const tokens = estimateTokens(prompt) + estimateTokens(registry.definitions());
    assert.ok(tokens <= 2000, `${tokens} tokens`);
  });
});
