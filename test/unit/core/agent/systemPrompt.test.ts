import assert from 'node:assert/strict';
import { buildSystemPrompt, type SystemPromptFacts } from '../../../../src/core/agent/systemPrompt.ts';

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

  it('is the same for the same facts, and short', () => {
    assert.equal(buildSystemPrompt(facts), buildSystemPrompt({ ...facts }));
    assert.ok(buildSystemPrompt(facts).length <= 1800);
  });
});
