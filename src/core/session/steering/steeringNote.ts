import type { Steer } from '../../agent/steerEvents.ts';
import type { Message } from '../../model/messages.ts';
import { editWords } from './editWords.ts';

/**
 * What the person did and said, for the model: the edits in words with the list as it is now, then the messages.
 * @param list as `todo_write` shows it.
 */
export function steeringNote(steers: readonly Steer[], list: string): string {
  const edits = steers.filter(({ kind }) => kind === 'edit').map(partOf);
  const messages = steers.filter(({ kind }) => kind === 'message').map(partOf);
  return [...(edits.length === 0 ? [] : [editsNote(edits, list)]), ...messages].join('\n\n');
}

/** Whether the model still finds that in these messages, as part of a note or as a prompt of its own. */
export function isToldIn(messages: readonly Message[], steer: Steer): boolean {
  const texts = messages.flatMap(textsOf);
  // On lines of its own: a short word is found in any text.
  const part = steer.kind === 'message' ? `\n${steer.text}\n` : partOf(steer);
  return texts.some((text) => `\n${text}\n`.includes(part));
}

export function textsOf({ content }: Message): readonly string[] {
  if (typeof content === 'string') return [content];
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

function partOf(steer: Steer): string {
  return steer.kind === 'edit' ? `- ${editWords(steer.edit, quoted)}` : messageNote(steer.text);
}

function editsNote(edits: readonly string[], list: string): string {
  return [
    '<user_edits>',
    'The user has changed the todo list:',
    ...edits,
    '',
    'The list now:',
    list,
    '',
    'Go on from this list.',
    '</user_edits>',
  ].join('\n');
}

function messageNote(text: string): string {
  return `<user_message>\n${text}\n</user_message>`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
