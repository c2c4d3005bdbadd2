import { literalOf, valueOf, wordOf, type Word } from './word.ts';

/** A program that runs the command in its arguments. */
interface Launcher {
  /** Options whose value is the next word. */
  readonly valueOptions?: readonly string[];
  /** Words of its own before the command, such as a duration. */
  readonly operands?: number;
  /** True when `NAME=value` words may stand before the command. */
  readonly takesAssignments?: boolean;
}

/**
 * Launchers that change nothing about what their command does: an allow rule for the command covers it. `options` are
 * the only options that keep it so.
 */
const transparent: Readonly<Record<string, Launcher & { readonly options: RegExp; readonly operand?: RegExp }>> = {
  timeout: {
    valueOptions: ['-s', '-k', '--signal', '--kill-after'],
    options: /^--(?:foreground|preserve-status|verbose|signal=\w+|kill-after=[\w.]+)$|^-v$/,
    operands: 1,
    operand: /^\d+(?:\.\d+)?[smhd]?$/,
  },
  time: { options: /^-p$/ },
  nice: { valueOptions: ['-n', '--adjustment'], options: /^-\d+$|^-n-?\d+$|^--adjustment=-?\d+$/ },
  nohup: { options: /^$/ },
  stdbuf: { valueOptions: ['-i', '-o', '-e'], options: /^-[ioe]\w+$|^--(?:input|output|error)=\w+$/ },
  command: { options: /^-p$/ },
  builtin: { options: /^$/ },
  noglob: { options: /^$/ },
  xargs: { options: /^$/ },
};

/** Launchers that only rules which forbid or ask look through: they change user, environment, place or how often. */
const opaque: Readonly<Record<string, Launcher>> = {
  sudo: {
    valueOptions: ['-u', '-g', '-h', '-p', '-C', '-r', '-t', '-T', '-U', '-D', '-R', '--user', '--group'],
    takesAssignments: true,
  },
  doas: { valueOptions: ['-u', '-C', '-a'] },
  env: { valueOptions: ['-u', '-C', '--unset', '--chdir'], takesAssignments: true },
  watch: { valueOptions: ['-n', '--interval', '-d'] },
  setsid: {},
  ionice: { valueOptions: ['-c', '-n', '--class', '--classdata'] },
  flock: { valueOptions: ['-w', '-E', '--timeout', '--conflict-exit-code'], operands: 1 },
  chrt: { operands: 1 },
  taskset: { operands: 1 },
  chroot: { operands: 1 },
  unshare: {},
  nsenter: { valueOptions: ['-t', '--target'] },
  strace: { valueOptions: ['-e', '-o', '-p', '-s'] },
  ltrace: { valueOptions: ['-e', '-o', '-p', '-s'] },
  caffeinate: { valueOptions: ['-t', '-w'] },
  busybox: {},
  toybox: {},
  parallel: { valueOptions: ['-j', '--jobs', '-a'] },
  exec: { valueOptions: ['-a'] },
  coproc: {},
  'systemd-run': { valueOptions: ['-p', '-u', '--unit', '--property'] },
  unbuffer: {},
  pkexec: { valueOptions: ['--user'] },
  runuser: { valueOptions: ['-u', '-g'] },
};

/** The command behind launchers that an allow rule may ignore; the same words when there is none. */
export function stripTransparent(words: readonly Word[]): readonly Word[] {
  const program = nameOf(words);
  const launcher = program === undefined ? undefined : ownEntry(transparent, program);
  if (launcher === undefined) return words;
  let at = 1;
  for (; ; at += 1) {
    const option = literal(words[at]);
    if (option === undefined || !option.startsWith('-')) break;
    if (launcher.valueOptions?.includes(option) === true) at += 1;
    else if (!launcher.options.test(option)) return words;
  }
  for (let count = launcher.operands ?? 0; count > 0; count -= 1, at += 1) {
    if (launcher.operand?.test(literal(words[at]) ?? '') !== true) return words;
  }
  return at < words.length ? stripTransparent(words.slice(at)) : words;
}

/**
 * True for programs that run whatever their arguments say: no rule with a wildcard may allow them. Takes words whose
 * transparent launchers are off: one that is left has options that change more.
 */
export function isOpaqueLauncher(words: readonly Word[]): boolean {
  const program = nameOf(words);
  if (program === undefined) return false;
  const isLauncher = ownEntry(transparent, program) ?? ownEntry(opaque, program);
  return isLauncher !== undefined || (baseName(program) === 'find' && hasFindAction(words));
}

/** Actions of `find` that run, delete or write. */
export function hasFindAction(words: readonly Word[]): boolean {
  return words.some((word) => /^-(?:exec|ok|delete|fprint|fls)/.test(valueOf(word)));
}

/** One launcher taken off, for rules that forbid or ask; undefined when the command runs no other. */
export function unwrapOnce(words: readonly Word[], withXargsOptions: boolean): readonly Word[] | undefined {
  const program = baseName(valueOf(words[0] ?? wordOf('')));
  // Behind `time` the shell takes assignments and groups again, which the grammar reads as arguments.
  if (program === '{' || program === '!' || /^\w+\+?=/.test(valueOf(words[0] ?? wordOf('')))) return words.slice(1);
  if (program === 'find') return findCommand(words);
  if (program === 'xargs') return xargsCommand(words, withXargsOptions);
  if (program === 'command' && /^-\w*[vV]/.test(valueOf(words[1] ?? wordOf('')))) return undefined;
  const launcher = ownEntry(transparent, program) ?? ownEntry(opaque, program);
  if (launcher === undefined) return undefined;
  const at = skipOwnWords(words, launcher);
  return at < words.length ? words.slice(at) : undefined;
}

function skipOwnWords(words: readonly Word[], launcher: Launcher): number {
  let at = 1;
  for (; at < words.length; at += 1) {
    const text = valueOf(words[at] ?? wordOf(''));
    if (launcher.valueOptions?.includes(text) === true) at += 1;
    else if (!text.startsWith('-') && !(launcher.takesAssignments === true && /^\w+=/.test(text))) break;
  }
  return at + (launcher.operands ?? 0);
}

function findCommand(words: readonly Word[]): readonly Word[] | undefined {
  const start = words.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(valueOf(word)));
  return start < 0 ? undefined : words.slice(start + 1);
}

/** Only a bare `xargs` is looked through by rules: that is how they are specified. */
function xargsCommand(words: readonly Word[], withOptions: boolean): readonly Word[] | undefined {
  if (!withOptions) return valueOf(words[1] ?? wordOf('-')).startsWith('-') ? undefined : words.slice(1);
  const at = skipOwnWords(words, {
    valueOptions: ['-n', '-P', '-I', '-i', '-L', '-s', '-d', '-E', '-a', '--max-args', '--max-procs'],
  });
  return at < words.length ? words.slice(at) : undefined;
}

/** The code that a shell gets as text, as `bash -c` or `eval` do; its words are dynamic when it isn't known. */
export function codeOf(words: readonly Word[]): Word | undefined {
  const program = baseName(valueOf(words[0] ?? wordOf('')));
  if (program === 'eval') return joined(words.slice(1));
  if (program === 'trap') return words[1];
  if (program === 'watch') return joined(words.slice(skipOwnWords(words, opaque['watch'] ?? {})));
  if (program === 'env' || program === 'flock' || program === 'su' || program === 'script') {
    return valueBehind(words, program === 'env' ? /^(?:-\w*S|--split-string)$/ : /^(?:-c|--command)$/);
  }
  return isShell(program) ? shellCode(words) : undefined;
}

export function isShell(program: string): boolean {
  return /^(?:ba|z|da|k|a|fi|mk|c|tc)?sh$/.test(program);
}

function shellCode(words: readonly Word[]): Word | undefined {
  const option = words.findIndex((word, index) => index > 0 && /^-[a-zA-Z]*c[a-zA-Z]*$/.test(valueOf(word)));
  if (option < 0) return undefined;
  return words.slice(option + 1).find((word) => !/^[-+]/.test(valueOf(word)));
}

function valueBehind(words: readonly Word[], option: RegExp): Word | undefined {
  const at = words.findIndex((word) => option.test(valueOf(word)));
  return at < 0 ? undefined : words[at + 1];
}

function joined(words: readonly Word[]): Word | undefined {
  if (words.length === 0) return undefined;
  return {
    raw: words.map(({ raw }) => raw).join(' '),
    parts: words.flatMap((word, index) =>
      index === 0 ? word.parts : [{ kind: 'text' as const, text: ' ' }, ...word.parts],
    ),
  };
}

/** The last part of a path to a program. */
export function baseName(program: string): string {
  return program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
}

function nameOf(words: readonly Word[]): string | undefined {
  return literal(words[0]);
}

function literal(word: Word | undefined): string | undefined {
  return word === undefined ? undefined : literalOf(word);
}

function ownEntry<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
