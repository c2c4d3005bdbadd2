import { maskSecrets } from '../hooks/protocol/maskSecrets.ts';
import type { HookAnswer, HookCall, HookHandler, HookName } from '../hooks/hookTypes.ts';
import type { Message } from '../model/messages.ts';
import { DisposableStore, type Disposable } from '../util/disposable.ts';
import { visibleLine } from '../util/displayText.ts';
import { messageOf } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';
import type { BashParser } from './bash/bashParser.ts';
import { unparsable } from './bash/commandLine.ts';
import { judgeCommand, type CommandLists } from './judgeCommand.ts';

/** The part of the hook registry that is used here. */
export interface HookPort {
  on<N extends HookName>(
    event: N,
    handler: HookHandler<N>,
    options?: { readonly label?: string; readonly order?: 'builtin' },
  ): Disposable;
}

export interface BuiltinHookPorts {
  readonly logger: Logger;
  readonly bash: BashParser;
  /** For the log. */
  readonly workingFolder: () => string;
  /** What the person's settings add to the lists. */
  readonly lists: () => CommandLists;
}

/** The name under which the permission check asks. */
export const builtinPermissionSource = 'built-in check';
export const denyListReason = 'Permission denied by deny list';

const MAX_LOGGED_ARGUMENTS = 60;
const LARGE_OUTPUT = 100_000;

/** The hooks that are always there, behind any others, the permission check ahead of the log. */
export function registerBuiltinHooks(hooks: HookPort, ports: BuiltinHookPorts): Disposable {
  const { logger, workingFolder } = ports;
  const store = new DisposableStore();
  const options = (label: string) => ({ label, order: 'builtin' as const });
  store.add(
    hooks.on('UserPromptSubmit', () => logger.info(`Working folder: ${workingFolder()}`), options('prompt log')),
  );
  store.add(hooks.on('PreToolUse', (call) => checkCall(call, ports), options(builtinPermissionSource)));
  store.add(hooks.on('PreToolUse', (call) => logger.info(`Call: ${callLine(call)}`), options('call log')));
  store.add(
    hooks.on(
      'PostToolUse',
      ({ name, output }) => {
        if (output.length > LARGE_OUTPUT) logger.warn(`Large output: ${name} gave ${output.length} characters`);
      },
      options('output size'),
    ),
  );
  store.add(
    hooks.on(
      'Stop',
      ({ messages }) => logger.info(`The conversation has ${countResults(messages)} tool results`),
      options('summary'),
    ),
  );
  return store;
}

async function checkCall(call: HookCall, { bash, lists, logger }: BuiltinHookPorts): Promise<HookAnswer<'PreToolUse'>> {
  if (call.command !== undefined) {
    const parse = await bash.ready().catch((error: unknown) => {
      logger.error(`Command lines can't be read: ${messageOf(error)}`, error);
      return unparsable;
    });
    const { verdict, why } = judgeCommand(call.command, parse, lists());
    if (verdict === 'deny') return denyListReason;
    return verdict === 'ask' ? { decision: 'ask', reason: why, source: builtinPermissionSource } : undefined;
  }
  const outside = call.paths?.find(({ isInside }) => !isInside);
  if (outside === undefined) return undefined;
  return { decision: 'ask', reason: `${outside.path} is outside the workspace`, source: builtinPermissionSource };
}

function callLine({ name, input }: HookCall): string {
  const values = typeof input === 'object' && input !== null ? Object.values(input).slice(0, 2) : [input];
  // Masked before it is cut: half a key no longer looks like one.
  const text = visibleLine(maskSecrets(values.map(argumentText).join(', ').slice(0, 1000)));
  return `${name}(${text.length > MAX_LOGGED_ARGUMENTS ? `${text.slice(0, MAX_LOGGED_ARGUMENTS)}…` : text})`;
}

function argumentText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function countResults(messages: readonly Message[]): number {
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(({ type }) => type === 'tool_result').length;
}
