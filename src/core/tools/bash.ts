import * as z from 'zod';
import type { Shell, ShellResult } from '../workspace/shell.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { capMiddle } from './capText.ts';
import { ToolError, type Tool, type ToolOutput } from './tool.ts';
import { definitionOf, parseInput } from './toolInput.ts';
import { lazy } from '../util/lazy.ts';

const MAX_CHARACTERS = 50_000;
/** The most that the model may ask for, unless the person's default is longer. */
const MAX_TIMEOUT_MS = 600_000;

/** Keeps an output that is too long for the model. */
export interface OutputStore {
  /** Resolves with the absolute path of the file that holds `text`. */
  save(callId: string, text: string): Promise<string>;
}

export interface BashPorts {
  readonly shell: Shell;
  readonly workspace: Workspace;
  readonly outputs: OutputStore;
  /** For a call that names no timeout; asked at each call. Milliseconds. */
  readonly defaultTimeoutMs: () => number;
}

const schema = lazy(() =>
  z.object({
    command: z
      .string()
      .refine((command) => command.trim() !== '', 'is empty')
      .describe('One command line; chain with &&'),
    timeout: z
      .number()
      .positive()
      .optional()
      // Without the default's number: a setting that changes must not change what is sent.
      .describe(
        `Milliseconds, at most ${MAX_TIMEOUT_MS}; leave it out for the default that the user has set, normally 120000`,
      ),
    description: z.string().optional().describe('What it does, in a few words'),
  }),
);

type Input = z.infer<ReturnType<typeof schema>>;

/**
 * Runs a command line in the first folder. A command that fails is a result, not an exception: its text starts with
 * `Exit code N` and `isError` is set, so that hooks and the model see a failure. A timeout is `Error: Timeout (Ns)`
 * with what came before it.
 */
export function createBashTool(ports: BashPorts): Tool<Input> {
  const { shell, workspace } = ports;
  return {
    definition: definitionOf(schema, {
      name: 'bash',
      description:
        `Runs a command line in ${shell.name}, each call anew in the first workspace folder. For builds, tests, git and the like; ` +
        'to read, find or change files use the other tools. No stdin: nothing can ask back. Returns when the command ends: start a server with & and send its output to a file. ' +
        `A failed command's result starts with "Exit code". Of more than ${MAX_CHARACTERS} characters the middle is left out and a file with all of it named.`,
    }),
    claudeName: shell.language === 'powershell' ? 'PowerShell' : 'Bash',
    access: 'execute',
    parse: (input) => parseInput(schema(), input),
    subject: ({ command }) => Promise.resolve({ title: oneLine(command), command, paths: [] }),
    async run({ command, timeout }, context) {
      const [root] = workspace.roots;
      if (root === undefined) throw new ToolError('no folder is open, so there is no place to run commands in.');
      const byDefault = ports.defaultTimeoutMs();
      const timeoutMs = timeout === undefined ? byDefault : Math.min(timeout, Math.max(MAX_TIMEOUT_MS, byDefault));
      const options = { cwd: root.path, timeoutMs, onOutput: (text: string) => context.report(text) };
      const result = await shell.run(command, options, context.signal);
      const output = await capOutput(ports.outputs, context.callId, outputOf(result));
      return toolOutput(command, timeoutMs, result, output);
    },
  };
}

function toolOutput(command: string, timeoutMs: number, result: ShellResult, output: string): ToolOutput {
  const failure = failureOf(result, timeoutMs);
  return {
    text: failure === undefined ? output || '(no output)' : [failure, output].filter(Boolean).join('\n'),
    isError: failure !== undefined,
    response: {
      stdout: capMiddle(result.stdout, MAX_CHARACTERS, leftOut),
      stderr: capMiddle(result.stderr, MAX_CHARACTERS, leftOut),
      interrupted: result.isTimedOut,
      isImage: false,
    },
    evidence: { kind: 'command', command, exitCode: result.exitCode, durationMs: result.durationMs },
  };
}

function failureOf(result: ShellResult, timeoutMs: number): string | undefined {
  if (result.isTimedOut) return `Error: Timeout (${timeoutMs / 1000}s)`;
  if (result.exitCode === undefined) return `Ended by ${result.signal ?? 'a signal'}`;
  return result.exitCode === 0 ? undefined : `Exit code ${result.exitCode}`;
}

function outputOf({ stdout, stderr }: ShellResult): string {
  const separator = stdout === '' || stdout.endsWith('\n') ? '' : '\n';
  return `${stdout}${separator}${stderr}`.trim();
}

async function capOutput(outputs: OutputStore, callId: string, output: string): Promise<string> {
  if (output.length <= MAX_CHARACTERS) return output;
  const where = await outputs.save(callId, output).then(
    (path) => `all of it is in ${path}`,
    () => 'and it could not be kept in a file; run the command with a filter',
  );
  return capMiddle(output, MAX_CHARACTERS, (count) => `${leftOut(count)}\n[${where}]`);
}

function leftOut(count: number): string {
  return `[${count} characters left out]`;
}

function oneLine(command: string): string {
  const [first = '', ...rest] = command.trim().split(/\r?\n/);
  return rest.length === 0 ? first : `${first} ...`;
}
