import { commandText, type ParseCommandLine } from './bash/commandLine.ts';
import { compileCommandPattern, matchesPattern, spellingsOf, withoutGitOptions } from './bash/commandPattern.ts';
import { fileUsesOf } from './bash/fileUses.ts';
import { invocationsOf, type Invocation } from './bash/invocations.ts';
import { baseName, isShell } from './bash/launchers.ts';
import { placeAt } from './bash/shellPlaces.ts';
import { isDynamic, valueOf, type Word } from './bash/word.ts';
import { resolveFrom } from './posixPath.ts';

export interface CommandLists {
  /** Further commands that are refused: a program with the words that follow it, `*` for any text. */
  readonly denyCommands?: readonly string[];
  /** Further commands that always ask. */
  readonly askCommands?: readonly string[];
}

export interface CommandJudgement {
  readonly verdict: 'deny' | 'ask' | 'run';
  /** For people: what is dangerous, empty for `run`. */
  readonly why: string;
}

/**
 * The built-in check of a command line: refuses what wrecks a machine, asks for what destroys work. A guard rail
 * against mistakes, not a sandbox. `run` is no permission: rules and defaults still decide.
 */
export function judgeCommand(text: string, parse: ParseCommandLine, lists: CommandLists = {}): CommandJudgement {
  const line = parse(text);
  const invocations = invocationsOf(line, placeAt('/'), { parse, home: '~', withXargsOptions: true });
  const denied = firstReason(invocations, (invocation) => denialOf(invocation, lists.denyCommands ?? []));
  if (denied !== undefined) return { verdict: 'deny', why: denied };
  const asked = firstReason(invocations, (invocation) => questionOf(invocation, lists.askCommands ?? []));
  if (asked !== undefined) return { verdict: 'ask', why: asked };
  if (line.kind === 'unparsable') return { verdict: 'ask', why: "the command line can't be read with certainty" };
  return { verdict: 'run', why: '' };
}

function firstReason(
  invocations: readonly Invocation[],
  judge: (invocation: Invocation) => string | undefined,
): string | undefined {
  for (const invocation of invocations) {
    const reason = judge(invocation);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function denialOf(invocation: Invocation, listed: readonly string[]): string | undefined {
  const { words, command } = invocation;
  const [program = '', ...args] = words.map(valueOf);
  const name = baseName(program);
  const isDenied =
    /^(?:sudo|shutdown|reboot|mkfs(?:\..+)?)$/.test(name) ||
    (name === 'dd' && args.some((arg) => /^(?:if|of)=/.test(arg))) ||
    (name === 'rm' && isRecursive(args) && args.some(isSystemFolder)) ||
    isListed(words, listed);
  if (isDenied) return textOf(words);
  // A function that starts itself beside itself fills the machine.
  const isForkBomb = command.isConcurrent && command.functions.includes(program);
  return isForkBomb ? `${commandText(command)} starts itself again and again` : undefined;
}

function questionOf(invocation: Invocation, listed: readonly string[]): string | undefined {
  const { words, command } = invocation;
  const [first] = words;
  const output = command.redirections.find(
    ({ isFile, isOutput, target }) => isFile && isOutput && isSystemFile(target),
  );
  if (output !== undefined) return `${textOf(words)} ${output.text}`.trim();
  if (first === undefined) return undefined;
  if (isDynamic(first)) return `${first.raw} runs what only the shell knows`;
  if (runsForeignCode(invocation)) return `${textOf(words)} runs code from elsewhere`;
  return isDestructive(words) || isListed(words, listed) ? textOf(words) : undefined;
}

const removals =
  /^(?:rm|del|rmdir|rd|erase|remove-item|unlink|shred|truncate|wipefs|fdisk|parted|format-volume)(?:\.exe)?$/i;

function isDestructive(words: readonly Word[]): boolean {
  const [program = '', ...args] = words.map(valueOf);
  const name = baseName(program);
  // In a Windows shell the first option may touch the program: del/q.
  if (removals.test(name) || removals.test(program.replace(/\/.*$/s, ''))) return true;
  if (name === 'git') return isDestructiveGit(args);
  if (name === 'find') return args.some((arg) => /^-(?:delete|fprint|fls)/.test(arg));
  if (name === 'chmod') return args.some((arg) => /^0*[0-7]?777$|(?:^|,)[ugo]*[ao][ugoa]*[+=][rxX]*w/.test(arg));
  if (name === 'crontab') return args.includes('-r');
  if (name === 'systemctl') return args.some((arg) => /^(?:reboot|poweroff|halt|kexec)$/.test(arg));
  if (/^(?:halt|poweroff|doas|pkexec|stop-computer|restart-computer)$/i.test(name)) return true;
  const { writes } = fileUsesOf(words);
  return writes.some((file) => isSystemFile(file) || (name === 'mv' && valueOf(file) === '/dev/null'));
}

const destructiveGit: Readonly<Record<string, RegExp>> = {
  rm: /^/,
  clean: /^/,
  restore: /^/,
  'filter-branch': /^/,
  'filter-repo': /^/,
  push: /^(?:--force.*|-\w*f\w*|--mirror|--delete|-d|--prune|\+.+|:.+)$/,
  reset: /^--(?:hard|merge|keep)$/,
  checkout: /^(?:--|\.|-f|--force)$/,
  switch: /^(?:-f|--force|--discard-changes)$/,
  branch: /^-\w*[dD]|^--delete$/,
  tag: /^(?:-d|--delete)$/,
  stash: /^(?:drop|clear)$/,
  reflog: /^(?:expire|delete)$/,
  'update-ref': /^-d$/,
  worktree: /^remove$/,
};

function isDestructiveGit(args: readonly string[]): boolean {
  const [, subcommand, ...rest] = withoutGitOptions(['git', ...args]);
  if (subcommand === undefined || !Object.hasOwn(destructiveGit, subcommand)) return false;
  return ['', ...rest].some((arg) => destructiveGit[subcommand]?.test(arg));
}

/** A shell or interpreter that reads its program from another command. */
function runsForeignCode({ words, command }: Invocation): boolean {
  const [program = '', ...args] = words.map(valueOf);
  const name = baseName(program);
  const isInterpreter = isShell(name) || /^(?:python[\d.]*|node|deno|bun|perl|ruby|php|pwsh|powershell)$/.test(name);
  if (!isInterpreter && name !== 'source' && name !== '.') return false;
  const readsInput = args.every((arg) => /^-(?:s|)$|^-[eux]+$/.test(arg));
  const readsSubstitution = words.some(({ parts }) => parts.some((part) => part.text.startsWith('<(')));
  return readsSubstitution || (isInterpreter && command.isPiped && readsInput);
}

function isRecursive(args: readonly string[]): boolean {
  return args.some((arg) => /^-[a-zA-Z]*[rR]|^--recursive$/.test(arg));
}

/** The root, a folder of the system, or all that is in one. */
function isSystemFolder(arg: string): boolean {
  if (!arg.startsWith('/')) return false;
  const path = resolveFrom('/', arg).replace(/\/[.]?\*+$/, '');
  return /^\/?$|^\/(?:bin|boot|dev|etc|home|lib\d*|opt|proc|root|run|sbin|srv|sys|usr|var|Users|System|Library|Applications|Volumes)$/.test(
    path,
  );
}

/** Settings, programs and devices of the whole machine. */
function isSystemFile(word: Word): boolean {
  const text = valueOf(word);
  if (!text.startsWith('/')) return false;
  const path = resolveFrom('/', text);
  return /^\/(?:etc|bin|boot|lib\d*|proc|sbin|sys|usr)(?:\/|$)|^\/dev\/(?!(?:null|zero|stdout|stderr|tty|fd\/\d+)$)/.test(
    path,
  );
}

function isListed(words: readonly Word[], listed: readonly string[]): boolean {
  if (listed.length === 0 || words.length === 0) return false;
  const spellings = spellingsOf(words);
  return listed.some((entry) => {
    if (entry.trim() === '') return false;
    const pattern = compileCommandPattern(entry.includes('*') ? entry : `${entry} *`);
    return spellings.some((spelling) => matchesPattern(pattern, spelling));
  });
}

const MAX_SHOWN = 120;

function textOf(words: readonly Word[]): string {
  const text = words.map(({ raw }) => raw).join(' ');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
