import type { ProjectMemory } from './projectMemory.ts';
import { buildSystemPrompt, type SystemPromptFacts } from './systemPrompt.ts';

export interface SessionPromptPorts {
  /** As they are now. */
  readonly facts: () => Omit<SystemPromptFacts, 'date' | 'memory'>;
  /** E.g. `2026-11-30`. */
  readonly today: () => string;
  readonly readMemory: () => Promise<ProjectMemory>;
  /** Told when a session has its notes, which is once. */
  readonly onDidRead: (memory: ProjectMemory) => void;
}

/**
 * The system prompt of a session. What changes by itself, the date and the notes of the project, stays as it was in the
 * session's first run here: each other byte would have the whole conversation written to the cache anew.
 */
export class SessionPrompt {
  readonly #ports: SessionPromptPorts;
  #sessionId: string | undefined;
  #fixed: Pick<SystemPromptFacts, 'date' | 'memory'> = { date: '' };

  constructor(ports: SessionPromptPorts) {
    this.#ports = ports;
  }

  async of(sessionId: string): Promise<string> {
    const { facts, today, readMemory, onDidRead } = this.#ports;
    if (sessionId !== this.#sessionId) {
      const memory = await readMemory();
      this.#fixed = { date: today(), memory: memory.text };
      this.#sessionId = sessionId;
      onDidRead(memory);
    }
    return buildSystemPrompt({ ...facts(), ...this.#fixed });
  }
}
