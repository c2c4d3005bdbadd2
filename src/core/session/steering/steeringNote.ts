import type { Steer } from '../../agent/steerEvents.ts';
import { editWords } from './editWords.ts';

/**
 * What the person did and said, for the model: the edits in words with the list as it is now, then the messages.
 * @param list as `todo_write` shows it.
 */
export function steeringNote(steers: readonly Steer[], list: string): string {
  const edits = steers.flatMap((steer) => (steer.kind === 'edit' ? [`- ${editWords(steer.edit, quoted)}`] : []));
  const messages = steers.flatMap((steer) => (steer.kind === 'message' ? [steer.text] : []));
  return [...(edits.length === 0 ? [] : [editsNote(edits, list)]), ...messages.map(messageNote)].join('\n\n');
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
