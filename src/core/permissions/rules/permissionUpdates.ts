import type { PermissionUpdate } from '../../hooks/protocol/hookOutputSchema.ts';
import { claudeNameOf } from '../../hooks/protocol/toolNames.ts';
import { hasOddCharacters } from '../bash/commandLine.ts';
import { addEntries, entriesOf, removeEntry, setMode, type RuleEdit, type RuleFile } from './editRules.ts';
import { parseMode, type PermissionMode } from './evaluation.ts';
import { isLooser, type SharedGrant } from './mergeRules.ts';
import { parseRule } from './ruleGrammar.ts';

/** Whose hook asks for a change of permissions, and what is in force. */
export interface UpdateContext {
  /** The hook comes with the workspace. */
  readonly isShared: boolean;
  readonly mode: PermissionMode;
}

/**
 * Why a hook may not make this change, as half a sentence; undefined when it may. No hook takes back what is denied or asked
 * for, and one of the workspace can't loosen what the person set.
 */
export function objectionTo(update: PermissionUpdate, { isShared, mode }: UpdateContext): string | undefined {
  if (isShared && update.destination === 'userSettings')
    return 'a hook that comes with the workspace can’t change your own settings';
  switch (update.type) {
    case 'setMode':
      return objectionToMode(update.mode, isShared ? mode : undefined);
    case 'removeRules':
      return update.behavior === 'allow' ? undefined : 'a hook can’t take back what is denied or asked for';
    case 'addRules':
    case 'replaceRules':
      return rulesOf(update)
        .map((text) => objectionToRule(update.behavior, text))
        .find((objection) => objection !== undefined);
    case 'addDirectories':
    case 'removeDirectories':
      return undefined;
  }
}

/** The settings with the change made, all else in its place. Replacing what denies or asks only adds to it. */
export function applyUpdate(file: RuleFile, update: PermissionUpdate): RuleEdit {
  switch (update.type) {
    case 'setMode':
      return setMode(file, update.mode);
    case 'addRules':
      return addEntries(file, update.behavior, rulesOf(update));
    case 'removeRules':
      return removeAll(file, update.behavior, rulesOf(update));
    case 'replaceRules': {
      const rules = rulesOf(update);
      const isAllow = update.behavior === 'allow';
      const others = isAllow ? entriesOf(file, 'allow').filter((entry) => !rules.includes(entry)) : [];
      return inTurn(removeAll(file, update.behavior, others), file, (next) => addEntries(next, update.behavior, rules));
    }
    case 'addDirectories':
      return addEntries(file, 'additionalDirectories', update.directories);
    case 'removeDirectories':
      return removeAll(file, 'additionalDirectories', update.directories);
  }
}

/** What of the change loosens, so that a workspace's file would need the person's yes to it. */
export function grantsOf(update: PermissionUpdate): readonly Pick<SharedGrant, 'kind' | 'text'>[] {
  if (update.type === 'addDirectories') return update.directories.map((text) => ({ kind: 'directory', text }));
  if (update.type !== 'addRules' && update.type !== 'replaceRules') return [];
  return update.behavior === 'allow' ? rulesOf(update).map((text) => ({ kind: 'allow', text })) : [];
}

/** The change in the words of the settings. */
export function describeUpdate(update: PermissionUpdate): string {
  switch (update.type) {
    case 'setMode':
      return `mode ${update.mode}`;
    case 'addRules':
    case 'removeRules':
    case 'replaceRules':
      return `${signs[update.type]} ${update.behavior} ${rulesOf(update).join(', ')}`;
    case 'addDirectories':
    case 'removeDirectories':
      return `${signs[update.type]} ${update.directories.join(', ')}`;
  }
}

const signs = {
  addRules: '+',
  removeRules: '-',
  replaceRules: '=',
  addDirectories: '+',
  removeDirectories: '-',
} as const;

/** In Claude's spelling, so that the same file works there. */
function rulesOf({ rules }: Extract<PermissionUpdate, { rules: unknown }>): readonly string[] {
  return rules.map(({ toolName, ruleContent }) => {
    const tool = claudeNameOf(toolName);
    return ruleContent === undefined ? tool : `${tool}(${ruleContent})`;
  });
}

function objectionToMode(text: string, own: PermissionMode | undefined): string | undefined {
  const mode = parseMode(text);
  if (mode === undefined) return 'there is no such mode';
  if (mode === 'bypassPermissions') return 'only you can choose this mode';
  return own !== undefined && isLooser(mode, own)
    ? 'a hook that comes with the workspace can’t loosen your mode'
    : undefined;
}

function objectionToRule(behavior: 'allow' | 'ask' | 'deny', text: string): string | undefined {
  if (hasOddCharacters(text)) return 'a rule holds characters that can’t be seen';
  const { rule, warning } = parseRule(behavior, text, { name: 'hook', scope: 'session', folder: '' });
  return rule === undefined ? (warning ?? `${text} is no rule`) : undefined;
}

function removeAll(file: RuleFile, list: Parameters<typeof removeEntry>[1], entries: readonly string[]): RuleEdit {
  return entries.reduce<RuleEdit>((edit, entry) => inTurn(edit, file, (next) => removeEntry(next, list, entry)), {
    kind: 'unchanged',
  });
}

/** One edit behind the other; what can't be edited stays as it is. */
function inTurn(first: RuleEdit, file: RuleFile, second: (file: RuleFile) => RuleEdit): RuleEdit {
  if (first.kind === 'refused') return first;
  const next = second(first.kind === 'edited' ? { ...file, text: first.text } : file);
  return next.kind === 'unchanged' ? first : next;
}
