import { randomUUID } from 'node:crypto';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { claudeNameOf } from '../../core/hooks/protocol/toolNames.ts';
import type { AssistantMessage, Message, Usage } from '../../core/model/messages.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';

export interface TranscriptOptions {
  /** Absolute. */
  readonly file: string;
  readonly sessionId: string;
  readonly cwd: () => string;
  readonly logger: Logger;
}

/**
 * The session as hook scripts read it through `transcript_path`: one compact JSON object a line, in order, with Claude's tool names.
 * Writing never fails a run; a line that can't be written is logged.
 */
export class TranscriptFile {
  readonly #options: TranscriptOptions;
  #lastId: string | null = null;
  #written: Promise<void>;

  constructor(options: TranscriptOptions) {
    this.#options = options;
    // The file exists from the start: scripts open it at their first event.
    this.#written = mkdir(path.dirname(options.file), { recursive: true }).then(() => this.#write(''), this.#complain);
  }

  get file(): string {
    return this.#options.file;
  }

  /** `usage`, for an answer of the model whose message does not carry it. */
  append(message: Message | AssistantMessage, usage?: Usage): void {
    const { sessionId, cwd } = this.#options;
    const uuid = randomUUID();
    const line = {
      parentUuid: this.#lastId,
      isSidechain: false,
      userType: 'external',
      cwd: cwd(),
      sessionId,
      type: message.role,
      message: { ...message, content: boundaryContent(message.content), ...(usage === undefined ? {} : { usage }) },
      uuid,
      timestamp: new Date().toISOString(),
    };
    this.#lastId = uuid;
    this.#written = this.#written.then(() => this.#write(`${JSON.stringify(line)}\n`));
  }

  /** Resolves when everything appended so far stands in the file. */
  flush(): Promise<void> {
    return this.#written;
  }

  async #write(text: string): Promise<void> {
    await appendFile(this.#options.file, text, { encoding: 'utf8', mode: 0o600 }).catch(this.#complain);
  }

  readonly #complain = (error: unknown): void => {
    this.#options.logger.warn(`The hook transcript can't be written: ${messageOf(error)}`);
  };
}

function boundaryContent(content: Message['content'] | AssistantMessage['content']): unknown {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'tool_use' ? { ...block, name: claudeNameOf(block.name) } : block));
}
