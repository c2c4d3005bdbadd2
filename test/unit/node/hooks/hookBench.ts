import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseHookSettings } from '../../../../src/core/hooks/configuration/hookConfig.ts';
import { HookEngine } from '../../../../src/core/hooks/engine/hookEngine.ts';
import { asHookHandlers } from '../../../../src/core/hooks/engine/hookHandlers.ts';
import type { HookNotice } from '../../../../src/core/hooks/protocol/hookOutput.ts';
import type { HookRecord } from '../../../../src/core/hooks/engine/hookRecord.ts';
import { HookRegistry } from '../../../../src/core/hooks/hookRegistry.ts';
import type { RuleFilter } from '../../../../src/core/hooks/engine/hookRun.ts';
import type { HookSession } from '../../../../src/core/hooks/engine/hookRun.ts';
import type { HookSource } from '../../../../src/core/hooks/configuration/hookSchema.ts';
import { mergeHookSettings, type HookSet } from '../../../../src/core/hooks/configuration/hookSources.ts';
import type { HookCall } from '../../../../src/core/hooks/hookTypes.ts';
import { claudeNameOf } from '../../../../src/core/hooks/protocol/toolNames.ts';
import { LocalHookRunner } from '../../../../src/node/hooks/hookRunner.ts';
import { OutputFiles } from '../../../../src/node/processes/outputFiles.ts';

export const projectSource: HookSource = { kind: 'project', label: '.claude/settings.json' };
export const fixture = (name: string): string => path.join(process.cwd(), 'test/fixtures/hooks', name);
/** Ends when the test does, whatever it waits for. */
export const never = new AbortController().signal;

export interface BenchOptions {
  /** The `hooks` object of a settings file, or several settings objects. */
  readonly hooks?: object;
  readonly sources?: readonly { readonly source: HookSource; readonly settings: object }[];
  readonly isTrusted?: boolean;
  readonly session?: Partial<HookSession>;
  readonly matchesRule?: RuleFilter;
  readonly askModel?: (prompt: string, signal: AbortSignal) => Promise<string>;
  readonly environment?: NodeJS.ProcessEnv;
  readonly flushTranscript?: () => Promise<void>;
}

/** A project folder whose name needs quoting, and the real engine and runner over it. */
export class HookBench {
  readonly home: string;
  readonly project: string;
  readonly notices: HookNotice[] = [];
  readonly records: HookRecord[] = [];
  readonly engine: HookEngine;
  readonly registry = new HookRegistry();
  session: HookSession;
  set: HookSet;
  readonly #runner: LocalHookRunner;

  static async open(options: BenchOptions = {}): Promise<HookBench> {
    const home = await realpath(await mkdtemp(path.join(tmpdir(), 'hooks-')));
    const project = path.join(home, `it's a "project"`);
    await mkdir(project);
    return new HookBench(home, project, options);
  }

  private constructor(home: string, project: string, options: BenchOptions) {
    this.home = home;
    this.project = project;
    this.session = {
      sessionId: 'session-1',
      transcriptPath: path.join(home, 'transcript.jsonl'),
      cwd: project,
      projectDir: project,
      permissionMode: 'default',
      promptId: 'prompt-1',
      ...options.session,
    };
    this.set = readSources(options);
    const environment = () => ({ ...process.env, ...options.environment });
    const outputs = new OutputFiles(path.join(home, 'spill'));
    const askModel = options.askModel ?? (() => Promise.reject(new Error('no model')));
    this.#runner = new LocalHookRunner({ settings: () => this.set, askModel, environment });
    this.engine = new HookEngine({
      hooks: () => this.set,
      session: () => this.session,
      runner: this.#runner,
      matchesRule: options.matchesRule ?? (() => true),
      spill: (text) => outputs.save(randomUUID(), text),
      ...(options.flushTranscript === undefined ? {} : { flushTranscript: options.flushTranscript }),
    });
    this.engine.onDidNotice((notice) => this.notices.push(notice));
    this.engine.onDidRun((record) => this.records.push(record));
    const handlers = asHookHandlers(this.engine);
    this.registry.on('UserPromptSubmit', handlers.UserPromptSubmit);
    this.registry.on('PreToolUse', handlers.PreToolUse);
    this.registry.on('PostToolUse', handlers.PostToolUse);
    this.registry.on('Stop', handlers.Stop);
  }

  use(hooks: object): void {
    this.set = readSources({ hooks });
  }

  call(name: string, input: object, id = 'call-1'): HookCall {
    return { id, name, input, claudeName: claudeNameOf(name) };
  }

  before(name: string, input: object, signal = never) {
    return this.registry.run('PreToolUse', this.call(name, input), signal);
  }

  bash(command: string, signal = never) {
    return this.before('bash', { command }, signal);
  }

  after(name: string, input: object, output: string, rest: { isError?: boolean; response?: unknown } = {}) {
    const ended = { ...this.call(name, input), output, isError: false, durationMs: 3, ...rest };
    return this.registry.run('PostToolUse', ended, never);
  }

  stop(stopHookActive = false, lastText = 'All done.') {
    return this.registry.run('Stop', { messages: [], stopHookActive, lastText }, never);
  }

  prompt(prompt: string) {
    return this.registry.run('UserPromptSubmit', { prompt, sessionId: 'session-1' }, never);
  }

  get noticeTexts(): string[] {
    return this.notices.map((notice) => notice.text);
  }

  read(name: string): Promise<string> {
    return readFile(path.join(this.project, name), 'utf8');
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(path.join(this.project, name), text);
  }

  async readJson(name: string): Promise<Record<string, unknown>> {
    return asRecord(JSON.parse(await this.read(name)));
  }

  endSession(): void {
    this.#runner.dispose();
  }

  async close(): Promise<void> {
    this.endSession();
    this.engine.dispose();
    await rm(this.home, { recursive: true, force: true });
  }
}

export function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new TypeError('not an object');
  return Object.fromEntries(Object.entries(value));
}

/** One group with one command handler that runs `script` by the shell. */
export function shell(script: string, rest: object = {}, matcher?: string): object {
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', command: script, ...rest }] };
}

/** One group with one script of the fixtures. */
export function script(name: string, rest: object = {}, matcher?: string): object {
  return shell(`"${fixture(name)}"`, rest, matcher);
}

/** A shell command that prints `value` as JSON. */
export function say(value: unknown): string {
  return `cat >/dev/null; printf '%s' '${JSON.stringify(value).replaceAll("'", `'\\''`)}'`;
}

function readSources(options: BenchOptions): HookSet {
  const sources = options.sources ?? [{ source: projectSource, settings: { hooks: options.hooks ?? {} } }];
  const read = sources.map(({ source, settings }) =>
    parseHookSettings(JSON.stringify(settings), source, { strict: true }),
  );
  return mergeHookSettings(read, { isTrusted: options.isTrusted ?? true });
}
