import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TodoAgentApi } from '../../src/api.ts';
import type { JournalEntry } from '../../src/core/session/journal/journalEntry.ts';
import { restoreSession } from '../../src/core/session/journal/restoreSession.ts';
import { JsonlSessionStore } from '../../src/node/jsonlSessionStore.ts';
import { validateMessagesRequest } from '../support/messagesValidator.ts';
import { call, say, StrictServer, type RecordedRequest, type ServerTurn } from '../support/strictServer.ts';
import { WorkbenchSession } from '../support/useWorkbench.ts';

const files = 3;
const fileSize = 300_000;
const rounds = 12;
/** At most so many milliseconds pass between a request and the kill: the length of a round, so that all of it is hit. */
const longestRound = 300;

/** One letter throughout, so that a file that is half one and half another shows. */
function content(round: number): string {
  return String.fromCharCode(97 + (round % 26)).repeat(fileSize);
}

/** What the model does next, told from the request alone, so that a run can be gone on with after a kill. */
function turnFor({ body }: RecordedRequest): ServerTurn {
  // The server has checked the body.
  const { messages } = body as { readonly messages: readonly { readonly role: string }[] };
  const round = messages.filter(({ role }) => role === 'assistant').length;
  const id = `call_${messages.length}_${round}`;
  if (round % rounds === rounds - 1) return say('Done.');
  if (round % 4 === 0) {
    const todos = [{ content: `Round ${round}`, status: 'in_progress' }];
    return call(id, 'todo_write', { todos }, { pieceDelayMs: 2 });
  }
  if (round % 4 === 3) return call(id, 'bash', { command: `printf x >> from-bash` });
  return call(id, 'write_file', { file_path: `file-${round % files}`, content: content(round) }, { pieceSize: 20_000 });
}

/**
 * Kills the real extension host in the middle of scripted runs and looks at what is left. Each kill is a `killOnce`:
 * it throws `AssertionError` at the first broken promise, with what the session's journal holds.
 */
export class FaultHarness {
  readonly #model: StrictServer;
  readonly #session: WorkbenchSession;
  #kills = 0;

  private constructor(model: StrictServer, session: WorkbenchSession) {
    this.#model = model;
    this.#session = session;
  }

  static async start(): Promise<FaultHarness> {
    const model = await StrictServer.start([], { otherwise: turnFor });
    const session = await WorkbenchSession.start({
      settings: { 'agent.baseUrl': model.url, 'agent.permissions.mode': 'bypassPermissions', 'agent.maxRounds': 1000 },
      env: { ANTHROPIC_API_KEY: 'test-key' },
      withoutSample: true,
      files: { 'user.txt': 'mine' },
    });
    return new FaultHarness(model, session);
  }

  /** @throws ProtocolBreach when any request, also one after a kill, broke the rules of the API. */
  async stop(): Promise<void> {
    await this.#session.stop();
    await this.#model.stop();
  }

  async killOnce(): Promise<void> {
    this.#kills += 1;
    const seenFile = path.join(this.#session.testServer.directory, `seen-${this.#kills}`);
    const pid = await this.#startTask(seenFile);
    await this.#model.received(this.#model.requests.length + 1 + Math.floor(Math.random() * rounds));
    await wait(Math.random() * longestRound);
    process.kill(pid, 'SIGKILL');
    await this.#model.idle();
    await this.#checkFiles();
    await this.#checkJournals(seenFile);
    await this.#session.reload();
  }

  /** Has the extension's public events written down as they are announced: each must be in the journal then. */
  #startTask(seenFile: string): Promise<number> {
    return this.#session.host(async (vscode, file) => {
      const fs = process.getBuiltinModule('node:fs');
      const api = (await vscode.extensions.getExtension('todo-agent.todo-agent')?.activate()) as TodoAgentApi;
      api.session.onDidEmit((event) => {
        const isLive = ['text', 'thinking', 'toolProgress', 'notResponding'].includes(event.kind);
        if (!isLive) fs.appendFileSync(file, `${event.kind}\n`);
      });
      // Nobody waits for it: it never ends.
      void vscode.commands.executeCommand('agent.startTask', { prompt: 'work' });
      return process.pid;
    }, seenFile);
  }

  async #checkFiles(): Promise<void> {
    for (const name of readdirSync(this.#session.workspaceFolder)) {
      const text = readFileSync(path.join(this.#session.workspaceFolder, name), 'utf8');
      if (name === 'user.txt') assert.equal(text, 'mine');
      else if (name.startsWith('file-')) assert.ok(text === text.charAt(0).repeat(fileSize), `${name} is half written`);
    }
  }

  async #checkJournals(seenFile: string): Promise<void> {
    const store = new JsonlSessionStore({ folder: this.#sessionsFolder() });
    const [last] = await store.list();
    assert.ok(last, 'no session was recorded');
    const { entries } = await store.read(last.sessionId);
    const seen = readFileSync(seenFile, 'utf8').trimEnd().split('\n');
    const recorded = eventKinds(entries);
    assert.deepEqual(recorded.slice(0, seen.length), seen, 'an announced event is not in the journal');
    const { messages } = restoreSession(last.sessionId, entries);
    const next = [...messages, { role: 'user', content: 'go on' }];
    validateMessagesRequest({ model: 'm', max_tokens: 1, messages: next });
  }

  /** Where the extension keeps the sessions of this workspace: the one folder of that name below its storage. */
  #sessionsFolder(): string {
    const data = path.join(this.#session.testServer.directory, 'data', 'User', 'workspaceStorage');
    const found = readdirSync(data)
      .map((workspace) => path.join(data, workspace, 'todo-agent.todo-agent', 'sessions'))
      .find((folder) => existsSync(folder));
    assert.ok(found !== undefined, 'the extension keeps no sessions');
    return found;
  }
}

function eventKinds(entries: readonly JournalEntry[]): readonly string[] {
  const facts: readonly string[] = ['titled', 'wentBack', 'fileChanging', 'fileChanged', 'commandUnwatched'];
  return entries.map(({ kind }) => kind).filter((kind) => !facts.includes(kind));
}
