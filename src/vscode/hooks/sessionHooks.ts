import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AgentEvent } from '../../core/agent/agentEvents.ts';
import type { HookEngine } from '../../core/hooks/engine/hookEngine.ts';
import type { HookSession } from '../../core/hooks/engine/hookRun.ts';
import type { HookRegistry } from '../../core/hooks/hookRegistry.ts';
import type { HookMap } from '../../core/hooks/hookTypes.ts';
import type { HookFields } from '../../core/hooks/protocol/hookEvents.ts';
import type { Message, Usage } from '../../core/model/messages.ts';
import type { AgentSession } from '../../core/session/agentSession.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';

/** The session's messages as hook scripts read them. */
export interface Transcript {
  append(message: Message, usage?: Usage): void;
  /** Resolves when all that was appended stands in the file; never rejects. */
  flush(): Promise<void>;
}

export interface SessionHooksPorts {
  readonly session: AgentSession;
  readonly hooks: HookRegistry;
  readonly engine: () => HookEngine;
  /** Where transcripts and environment files are kept; absolute. */
  readonly storage: string;
  readonly projectFolder: () => string;
  readonly settings: () => { readonly model: string; readonly permissionMode: string };
  readonly openTranscript: (file: string, sessionId: string) => Transcript;
}

/** One conversation as hooks know it. */
interface Conversation {
  readonly sessionId: string;
  readonly transcript: Transcript;
  readonly transcriptPath: string;
  readonly envFile: string;
  promptId: string | undefined;
  /** What SessionStart hooks said, until it stands in the history. */
  context: string | undefined;
}

const never = new AbortController().signal;

/**
 * Begins and ends conversations for hooks, and keeps the transcript that they read. A conversation begins with its first prompt:
 * before that there is nothing to tell a hook about.
 */
export class SessionHooks implements Disposable {
  readonly #ports: SessionHooksPorts;
  readonly #disposables = new DisposableStore();
  #conversation: Conversation | undefined;
  /** Waits for its usage, which is told after it. */
  #answer: Message | undefined;

  constructor(ports: SessionHooksPorts) {
    this.#ports = ports;
    const { session, hooks } = ports;
    this.#disposables.add(
      hooks.on('UserPromptSubmit', (_input, signal) => this.#begin(signal), { order: 'before', label: 'SessionStart' }),
    );
    this.#disposables.add(session.onDidEmit((event) => this.#record(event)));
    this.#disposables.add(session.onDidReset(() => void this.end(session.origin === 'resume' ? 'resume' : 'clear')));
  }

  /** What every hook is told. */
  get current(): HookSession {
    const { settings, projectFolder } = this.#ports;
    const { sessionId, transcriptPath, envFile, promptId } = this.#conversation ?? this.#open();
    const folder = projectFolder();
    return {
      sessionId,
      transcriptPath,
      envFile,
      cwd: folder,
      projectDir: folder,
      permissionMode: settings().permissionMode,
      ...(promptId === undefined ? {} : { promptId }),
    };
  }

  /** The file whose lines commands run behind, which SessionStart hooks may write. */
  get envFile(): string {
    return this.#filesOf(this.#ports.session.id).envFile;
  }

  flushTranscript(): Promise<void> {
    return this.#conversation?.transcript.flush() ?? Promise.resolve();
  }

  /** Resolves when the SessionEnd hooks have ended or their time is over; at once when no conversation has begun. */
  async end(reason: HookFields['SessionEnd']['reason']): Promise<void> {
    if (this.#conversation === undefined) return;
    // The event is about this conversation even if the next one begins meanwhile: `fire` takes its facts at once.
    const fired = this.#ports.engine().fire('SessionEnd', { reason }, never);
    this.#conversation = undefined;
    await fired;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #begin(signal: AbortSignal): Promise<HookMap['UserPromptSubmit']['out'] | undefined> {
    const { session, engine, settings } = this.#ports;
    const isNew = this.#conversation === undefined;
    const conversation = this.#conversation ?? this.#open();
    if (isNew) {
      const fields = { source: session.origin, model: settings().model };
      conversation.context = (await engine().fire('SessionStart', fields, signal)).additionalContext;
    }
    conversation.promptId = crypto.randomUUID();
    return conversation.context === undefined ? undefined : { additionalContext: conversation.context };
  }

  #open(): Conversation {
    const { session, openTranscript } = this.#ports;
    const { transcriptPath, envFile } = this.#filesOf(session.id);
    // A conversation from before may have been kept without a transcript for hooks.
    const isNewFile = !existsSync(transcriptPath);
    const transcript = openTranscript(transcriptPath, session.id);
    if (isNewFile) for (const message of session.messages) transcript.append(message);
    const opened = {
      sessionId: session.id,
      transcript,
      transcriptPath,
      envFile,
      promptId: undefined,
      context: undefined,
    };
    this.#conversation = opened;
    return opened;
  }

  #filesOf(sessionId: string): Pick<Conversation, 'transcriptPath' | 'envFile'> {
    const { storage } = this.#ports;
    return {
      transcriptPath: path.join(storage, `${sessionId}.jsonl`),
      envFile: path.join(storage, `${sessionId}.env.sh`),
    };
  }

  #record(event: AgentEvent): void {
    if (this.#conversation === undefined) return;
    if (event.kind === 'messageAdded') {
      this.#conversation.context = undefined;
      if (event.message.role === 'assistant') this.#answer = event.message;
      else this.#conversation.transcript.append(event.message);
    } else if (event.kind === 'answered' && this.#answer !== undefined) {
      this.#conversation.transcript.append(this.#answer, event.usage);
      this.#answer = undefined;
    }
  }
}
