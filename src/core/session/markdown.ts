import { visibleLine, visibleText } from '../util/displayText.ts';

/** What stands before each line of a text of others; see `indented`. */
export const indent = '    ';

/**
 * Text of others as indented code: nothing in it is a heading, a link or an image. Unlike a fence it can grow at its
 * end. A heading or a paragraph must stand before it, never a list.
 */
export function indented(text: string): string {
  return indent + visibleText(text).replaceAll('\n', `\n${indent}`);
}

/** Text of others as code within a line, line breaks as spaces. */
export function codeSpan(text: string): string {
  const line = visibleLine(text);
  if (line === '') return '';
  const ticks = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return ticks + pad + line + pad + ticks;
}

/** Text of others as a block of code that it can't end. */
export function codeBlock(text: string): string {
  const content = visibleText(text);
  const fence = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return `${fence}text\n${content}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
