import type { Refuser } from '../permissions/permissionDecider.ts';
import { codeSpan } from './markdown.ts';

/** Who forbade a call, as Markdown; undefined in older records. */
export function refusedWords(by: Refuser | undefined): string {
  if (by === undefined) return 'forbidden by a rule or hook';
  const [unnamed, named] = words[by.kind];
  return by.name === undefined ? unnamed : `${named} ${codeSpan(by.name)}`;
}

const words: Readonly<Record<Refuser['kind'], readonly [unnamed: string, named: string]>> = {
  rule: ['forbidden by a rule', 'forbidden by the rule'],
  hook: ['refused by a hook', 'refused by the hook'],
  mode: ['not allowed in this mode', 'not allowed in the mode'],
};
