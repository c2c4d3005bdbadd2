import path from 'node:path';
import type { ConfiguredHook } from '../../core/hooks/configuration/hookSchema.ts';

/** The files that hooks run, as far as their commands name them: relative to the project, or in it. Absolute. */
export function hookScripts(hooks: readonly ConfiguredHook[], project: string): readonly string[] {
  const words = hooks.flatMap(({ definition }) =>
    definition.type === 'command' ? [definition.command, ...(definition.args ?? [])].flatMap(wordsOf) : [],
  );
  const files = words
    .map((word) => word.replace(/^\$(?:CLAUDE_PROJECT_DIR|\{CLAUDE_PROJECT_DIR\})(?=[/\\])/, () => project))
    .filter((word) => /[/\\]/.test(word) && !/[$*?`]|^[a-z]+:\/\//i.test(word));
  return [...new Set(files.map((file) => path.resolve(project, file)))];
}

/** Quotes are taken off, whatever is between; they may stand around a part of a word. */
function wordsOf(command: string): readonly string[] {
  const words: readonly string[] = command.match(/(?:"[^"]*"|'[^']*'|[^\s"';|&()<>])+/g) ?? [];
  return words.map((word) => word.replaceAll(/["']/g, ''));
}
