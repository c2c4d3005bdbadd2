import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import type * as Vscode from 'vscode';
import type { TodoAgentApi } from '../../src/api.ts';
import type { JournalEntry } from '../../src/core/session/journal/journalEntry.ts';
import { restoreSession, type RestoredSession } from '../../src/core/session/journal/restoreSession.ts';
import { JsonlSessionStore } from '../../src/node/sessions/jsonlSessionStore.ts';
import { validateMessagesRequest } from '../support/messagesValidator.ts';
import { StrictServer } from '../support/strictServer.ts';
import { WorkbenchSession } from '../support/useWorkbench.ts';
import { contextTokens, FaultScript } from './faultScript.ts';

/**
 * What is going on when the extension host is killed: a run that writes; one that waits for an answer; an undo; a
 * summary of the conversation; a run that was killed before and goes on, which may ask its open question again.
 */
const moments = ['writing', 'goingOn', 'asking', 'goingOn', 'undoing', 'compacting', 'goingOn'] as const;
type Moment = (typeof moments)[number] | 'askingAgain';

/** One of so many kills is followed by a new window, the others by a new extension host in the same one. */
const killsPerWindow = 10;
/** At most so many milliseconds pass between the moment and the kill: the length of a round, so that all of it is hit. */
const longestRound = 300;
const extensionId = 'todo-agent.todo-agent';

/**
 * Kills the real extension host in the middle of scripted runs and looks at what is left. Each kill is a `killOnce`:
 * it throws `AssertionError` at the first broken promise.
 */
export class FaultHarness {
  readonly #model: StrictServer;
  readonly #session: WorkbenchSession;
  readonly #script: FaultScript;
  #kills = 0;
  /** What the session that is open holds by its journal. */
  #open: { readonly sessionId: string; readonly entries: number; readonly restored: RestoredSession } | undefined;

  private constructor(model: StrictServer, session: WorkbenchSession, script: FaultScript) {
    this.#model = model;
    this.#session = session;
    this.#script = script;
  }

  static async start(): Promise<FaultHarness> {
    const script = new FaultScript();
    const model = await StrictServer.start([], { otherwise: (request) => script.turn(request) });
    const session = await WorkbenchSession.start({
      settings: {
        'agent.baseUrl': model.url,
        'agent.maxRounds': 1000,
        'agent.contextTokens': contextTokens,
        'agent.loopGuard': false,
      },
      env: { ANTHROPIC_API_KEY: 'test-key' },
      withoutSample: true,
      files: { 'user.txt': 'mine' },
    });
    script.open(session.workspaceFolder);
    return new FaultHarness(model, session, script);
  }

  /** @throws ProtocolBreach when any request, also one after a kill, broke the rules of the API. */
  async stop(): Promise<void> {
    await this.#session.stop();
    await this.#model.stop();
  }

  get page(): Page {
    return this.#session.workbench.page;
  }

  /** @returns what was going on. */
  async killOnce(): Promise<string> {
    const moment = this.#nextMoment();
    this.#kills += 1;
    const seenFile = path.join(this.#session.testServer.directory, `seen-${this.#kills}`);
    const pid = await this.#reach(moment, seenFile);
    process.kill(pid, 'SIGKILL');
    await this.#model.idle();
    await this.#script.checkFiles();
    await this.#checkJournal(moment, seenFile);
    if (this.#kills % killsPerWindow === 0) await this.#session.reload();
    else await this.#session.reviveHost();
    await this.#checkOpened();
    return `${moment}, ${this.#open?.restored.interrupted?.stage ?? 'between runs'}`;
  }

  #nextMoment(): Moment {
    const moment = moments[this.#kills % moments.length] ?? 'writing';
    if (moment !== 'goingOn') return moment;
    const interrupted = this.#open?.restored.interrupted;
    if (interrupted === undefined || interrupted.stage === 'ending') return 'writing';
    return interrupted.approval === undefined ? 'goingOn' : 'askingAgain';
  }

  /** @returns the process to kill. */
  async #reach(moment: Moment, seenFile: string): Promise<number> {
    const asks = moment === 'asking' || moment === 'askingAgain';
    const mode = asks ? 'default' : 'bypassPermissions';
    const pid = await this.#session.host(watchHost, seenFile, mode);
    this.#script.isLong = moment === 'compacting';
    this.#script.begin(moment === 'undoing' ? 'change' : 'work');
    const { length } = this.#model.requests;
    switch (moment) {
      case 'writing':
      case 'goingOn':
        await this.#session.host(begin, moment === 'writing' ? 'agent.startTask' : 'agent.continueTask');
        await this.#model.received(length + 1 + upTo(6));
        break;
      case 'asking':
        await this.#session.host(askUntil, 'agent.startTask', 1 + upTo(4));
        break;
      case 'askingAgain':
        await this.#session.host(askUntil, 'agent.continueTask', 1 + upTo(2));
        break;
      case 'compacting': {
        const { summaries } = this.#script;
        await this.#session.host(begin, 'agent.startTask');
        for (let more = 1; this.#script.summaries === summaries; more += 1) await this.#model.received(length + more);
        break;
      }
      case 'undoing':
        await this.#session.host(undoAndRedo);
    }
    await wait(Math.random() * longestRound);
    return pid;
  }

  /** Every event that the extension announced is there, and a next request would be taken. */
  async #checkJournal(moment: Moment, seenFile: string): Promise<void> {
    const store = this.#store();
    const [last] = await store.list();
    assert.ok(last, 'no session was recorded');
    const { sessionId } = last;
    const { entries } = await store.read(sessionId);
    const before = this.#open?.sessionId === sessionId ? this.#open.entries : 0;
    const added = entries.slice(before);
    const seen = readFileSync(seenFile, 'utf8').trimEnd().split('\n');
    assert.deepEqual(added.flatMap(lineOf).slice(0, seen.length), seen, 'an announced event is not in the journal');
    const restored = restoreSession(sessionId, entries);
    this.#checkScript(moment, added);
    if (moment === 'asking') checkApprovals(added, restored);
    if (moment === 'askingAgain') {
      const open = this.#open?.restored.interrupted?.approval?.callId;
      assert.equal(added.find((entry) => entry.kind === 'approvalAsked')?.request.callId, open);
      checkApprovals(added, restored);
    }
    validateMessagesRequest({
      model: 'm',
      max_tokens: 1,
      messages: [...restored.messages, { role: 'user', content: 'go on' }],
    });
    this.#open = { sessionId, entries: entries.length, restored };
  }

  /** The script has done what it should until the kill: else nothing was tried. */
  #checkScript(moment: Moment, added: readonly JournalEntry[]): void {
    const left = new Set(this.#open?.restored.interrupted?.calls.map(({ callId }) => callId));
    for (const entry of added) {
      if (entry.kind === 'toolFinished' && !left.has(entry.callId)) assert.equal(entry.outcome, 'ok', entry.output);
      if (entry.kind === 'runFinished') assert.equal(`${moment} ${entry.outcome.kind}`, 'undoing completed');
    }
  }

  /** The new extension host has the session open, with its list, and has cleared up. */
  async #checkOpened(): Promise<void> {
    assert.ok(this.#open);
    const { items, interrupted } = this.#open.restored;
    const expected = items.map(({ id, content, status }) => ({ id, content, status }));
    const shown = await this.#session.host(listWhen, expected);
    assert.ok(isDeepStrictEqual(shown, expected), `the list is ${JSON.stringify(shown)}`);
    const lock = path.join(this.#sessionsFolder(), `${this.#open.sessionId}.lock`);
    const pid = await this.#session.host(() => Promise.resolve(process.pid));
    assert.equal(JSON.parse(readFileSync(lock, 'utf8')).pid, pid);
    if (interrupted !== undefined && interrupted.stage !== 'ending')
      await this.#session.workbench.notifications.toast(/The last run was interrupted/).waitFor();
    await this.#script.checkNoLeftovers();
  }

  #store(): JsonlSessionStore {
    return new JsonlSessionStore({ folder: this.#sessionsFolder() });
  }

  /** Where the extension keeps the sessions of this workspace: the one folder of that name below its storage. */
  #sessionsFolder(): string {
    const data = path.join(this.#session.testServer.directory, 'data', 'User', 'workspaceStorage');
    const found = readdirSync(data)
      .map((workspace) => path.join(data, workspace, extensionId, 'sessions'))
      .find((folder) => existsSync(folder));
    assert.ok(found !== undefined, 'the extension keeps no sessions');
    return found;
  }
}

/** From 0. */
function upTo(count: number): number {
  return Math.floor(Math.random() * count);
}

/** An event as the host writes it down; nothing for what is a fact and not an event. */
function lineOf(entry: JournalEntry): string[] {
  const facts: readonly string[] = ['titled', 'wentBack', 'fileChanging', 'fileChanged', 'commandUnwatched'];
  if (facts.includes(entry.kind)) return [];
  return [`${entry.kind} ${'callId' in entry ? entry.callId : ''} ${entry.at}`];
}

/** What was not allowed has not begun, and the question that was open is asked again. */
function checkApprovals(entries: readonly JournalEntry[], { interrupted }: RestoredSession): void {
  const allowed = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'approvalAnswered' && entry.answer.kind === 'allow') allowed.add(entry.callId);
    if (entry.kind === 'fileChanging') assert.ok(allowed.has(entry.change.callId ?? ''), 'a write was not allowed');
  }
  const asked = entries.flatMap((entry) => (entry.kind === 'approvalAsked' ? [entry.request.callId] : []));
  assert.deepEqual(asked.slice(0, -1), [...allowed]);
  assert.equal(interrupted?.approval?.callId, asked.at(-1));
}

// What follows runs in the extension host and sees nothing but its arguments.

/** Has the extension's public events written down as they are announced: each must be in the journal then. */
async function watchHost(vscode: typeof Vscode, file: string, mode: string): Promise<number> {
  const fs = process.getBuiltinModule('node:fs');
  const configuration = vscode.workspace.getConfiguration('agent');
  if (configuration.get('permissions.mode') !== mode)
    await configuration.update('permissions.mode', mode, vscode.ConfigurationTarget.Global);
  await vscode.commands.executeCommand('notifications.clearAll');
  const api = (await vscode.extensions.getExtension('todo-agent.todo-agent')?.activate()) as TodoAgentApi;
  api.session.onDidEmit((event) => {
    if (['text', 'thinking', 'toolProgress', 'notResponding'].includes(event.kind)) return;
    const at = 'at' in event ? String(event.at) : '';
    fs.appendFileSync(file, `${event.kind} ${'callId' in event ? event.callId : ''} ${at}\n`);
  });
  return process.pid;
}

function begin(vscode: typeof Vscode, command: string): void {
  // Nobody waits for it: it never ends.
  void vscode.commands.executeCommand(command, { prompt: 'work' });
}

/** Says yes to all questions but the last of so many; resolves when that one is asked. */
async function askUntil(vscode: typeof Vscode, command: string, questions: number): Promise<void> {
  const api = vscode.extensions.getExtension<TodoAgentApi>('todo-agent.todo-agent')?.exports;
  let asked = 0;
  await new Promise<void>((resolve) => {
    api?.session.onDidChangeState((state) => {
      if (state !== 'waitingForApproval') return;
      asked += 1;
      // The question is on the screen a moment after the run waits for it.
      if (asked === questions) resolve();
      else setTimeout(() => void vscode.commands.executeCommand('agent.approve'), 50);
    });
    void vscode.commands.executeCommand(command, { prompt: 'work' });
  });
}

/** Takes back what a run did, and so on, for ever; resolves when the first undo has begun. */
async function undoAndRedo(vscode: typeof Vscode): Promise<void> {
  await vscode.commands.executeCommand('agent.startTask', { prompt: 'work' });
  const undo = async (): Promise<void> => {
    for (;;) {
      await vscode.commands.executeCommand('agent.undoRun');
      await vscode.commands.executeCommand('agent.redoRun');
    }
  };
  // Nobody waits for it: it never ends.
  void undo();
}

/** Resolves with the list once it is this one, or with what it is instead after a while. */
async function listWhen(
  vscode: typeof Vscode,
  expected: readonly { readonly id: string; readonly content: string; readonly status: string }[],
): Promise<unknown> {
  const api = (await vscode.extensions.getExtension('todo-agent.todo-agent')?.activate()) as TodoAgentApi;
  const shown = () => api.todos.items.map(({ id, content, status }) => ({ id, content, status }));
  const isThere = (): boolean => JSON.stringify(shown()) === JSON.stringify(expected);
  if (isThere()) return shown();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 10_000);
    const listener = api.todos.onDidChange(() => {
      if (!isThere()) return;
      clearTimeout(timer);
      listener.dispose();
      resolve();
    });
  });
  return shown();
}
