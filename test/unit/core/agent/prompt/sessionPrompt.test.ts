import assert from 'node:assert/strict';
import type { ProjectMemory } from '../../../../../src/core/agent/prompt/projectMemory.ts';
import { SessionPrompt } from '../../../../../src/core/agent/prompt/sessionPrompt.ts';

describe('the system prompt of a session', () => {
  let today: string;
  let notes: string;
  let tools: readonly string[];
  let told: ProjectMemory[];
  let prompt: SessionPrompt;
  beforeEach(() => {
    today = '2026-11-30';
    notes = 'Use tabs.';
    tools = ['bash', 'todo_write'];
    told = [];
    prompt = new SessionPrompt({
      facts: () => ({ folders: ['/w'], os: 'Linux', enabledTools: tools }),
      today: () => today,
      readMemory: () => Promise.resolve({ text: notes, names: ['AGENTS.md'], cut: [], unread: [] }),
      onDidRead: (memory) => told.push(memory),
    });
  });

  it('keeps its bytes through all runs, whatever the day and the notes say meanwhile', async () => {
    const first = await prompt.of('s');
    assert.match(first, /Use tabs\..*Date: 2026-11-30\./s);
    today = '2026-12-01';
    notes = 'Use spaces.';
    assert.equal(await prompt.of('s'), first);
    assert.equal(told.length, 1);
  });

  it('is made anew for another session', async () => {
    await prompt.of('s');
    today = '2026-12-01';
    notes = 'Use spaces.';
    assert.match(await prompt.of('other'), /Use spaces\..*Date: 2026-12-01\./s);
    assert.deepEqual(
      told.map(({ text }) => text),
      ['Use tabs.', 'Use spaces.'],
    );
  });

  it('follows the tools, whose use it explains', async () => {
    assert.match(await prompt.of('s'), /todo_write/);
    tools = ['bash'];
    assert.doesNotMatch(await prompt.of('s'), /todo_write/);
  });
});
