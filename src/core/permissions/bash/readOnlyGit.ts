import { isReadable, type ReadOnlyContext } from './readable.ts';
import { literalOf, wordOf, type Word } from './word.ts';

/**
 * Only options known to do nothing but choose what is shown: git takes any unambiguous beginning of a long option, so a
 * list of bad ones (`--output`, `--ext-diff`) would have holes.
 */
const shownBy = new Set(
  (
    '-s --short -b --branch --porcelain --long -v -vv --verbose -u -uno -uall -unormal --untracked-files --ignored -z ' +
    '--oneline --graph --all --decorate --no-decorate --stat --shortstat --numstat --dirstat --summary --name-only ' +
    '--name-status --patch -p --no-patch --cached --staged --word-diff --color --no-color --reverse --follow --merges ' +
    '--no-merges --first-parent --abbrev-commit --no-abbrev-commit --abbrev --relative-date --topo-order --date-order ' +
    '-w --ignore-space-change --ignore-all-space --ignore-blank-lines --minimal --patience --histogram -M -C --no-renames ' +
    '--show-toplevel --show-prefix --is-inside-work-tree --git-dir --show-current --abbrev-ref --verify --quiet -q --list ' +
    '-l -a -r --remotes --tags --heads --others --exclude-standard --modified --deleted --stage --full-name --always --dirty ' +
    '-i --no-ext-diff --no-textconv --exit-code --root -e -t -d --name-status'
  ).split(' '),
);
const shownByValue =
  /^(?:-\d+|-n\d*|-U\d+|-L[\d,]+|--(?:porcelain|untracked-files|ignored|decorate|stat|color|word-diff|abbrev|abbrev-ref|date|format|pretty|since|until|after|before|author|committer|grep|max-count|skip|unified|diff-filter|contains|no-contains|merged|no-merged|points-at|sort)=.*)$/s;

/** Subcommands, and what may stand behind them besides options. */
const subcommands: ReadonlyMap<string, 'paths' | 'nothing' | 'list'> = new Map([
  ['status', 'paths'],
  ['log', 'paths'],
  ['diff', 'paths'],
  ['show', 'paths'],
  ['blame', 'paths'],
  ['rev-parse', 'paths'],
  ['rev-list', 'paths'],
  ['ls-files', 'paths'],
  ['ls-tree', 'paths'],
  ['describe', 'paths'],
  ['merge-base', 'paths'],
  ['cat-file', 'paths'],
  ['branch', 'nothing'],
  ['tag', 'nothing'],
  ['remote', 'nothing'],
  ['stash', 'list'],
  ['worktree', 'list'],
] as const);

/** Arguments of `git` that only show something of this repository. */
export function isReadOnlyGit(args: readonly Word[], context: ReadOnlyContext): boolean {
  const texts = args.map((word) => (word.parts.every(({ kind }) => kind === 'text') ? literalOf(word) : undefined));
  if (texts.some((text) => text === undefined)) return false;
  const [subcommand, ...rest] = texts[0] === '--no-pager' ? texts.slice(1) : texts;
  const takes = subcommands.get(subcommand ?? '');
  const known = rest.filter((text) => text !== undefined);
  const operands = known.filter((text) => !text.startsWith('-'));
  // Deleting is written with the letters that elsewhere only choose: `git branch -d`.
  if (takes === 'nothing' && known.some((text) => /^-[dmMcCDfe]/.test(text))) return false;
  if (!known.every((text) => !text.startsWith('-') || text === '--' || shownBy.has(text) || shownByValue.test(text)))
    return false;
  if (takes === 'nothing') return operands.length === 0;
  if (takes === 'list') return known.length === 1 && known[0] === 'list';
  return takes === 'paths' && operands.every((text) => isOwnPath(text, context));
}

/** A revision, or a path in scope: `git diff /etc/passwd x` reads outside the repository. */
function isOwnPath(text: string, context: ReadOnlyContext): boolean {
  // `revision:path`
  return text.split(':').every((part) => part === '' || isReadable(wordOf(part), context, false));
}
