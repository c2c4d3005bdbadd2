import { capLine } from './capText.ts';
import { nearestPlace } from './nearestPlace.ts';
import { ToolError } from './tool.ts';

export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
  readonly isForAll: boolean;
}

const MAX_SHOWN_LINES = 12;
const MAX_SHOWN_CHARACTERS = 200;

/**
 * `text` with `oldText` replaced. `\n` in the old text stands for any line end, and those of the new text become the
 * ones of their place; all outside the replaced parts stays as it is. Throws `ToolError` when there is not exactly one
 * place (or none, for all), with what helps to find the right one.
 */
export function replaceText(text: string, replacement: Replacement, name: string): { text: string; count: number } {
  const oldText = replacement.oldText.replaceAll('\r\n', '\n');
  const newText = replacement.newText.replaceAll('\r\n', '\n');
  if (oldText === '') throw new ToolError('old_string is empty. To make a file use write_file.');
  if (oldText === newText) throw new ToolError('old_string and new_string are the same: nothing to change.');
  const flat = new FlatText(text);
  const places = placesOf(flat.text, oldText);
  if (places.length === 0) throw new ToolError(notFound(flat.text, oldText, name));
  if (places.length > 1 && !replacement.isForAll) throw new ToolError(ambiguous(flat.text, places, name));
  return splice(flat, places, oldText.length, newText);
}

/** A text with `\n` only, that knows where its parts are in the original. */
class FlatText {
  readonly original: string;
  readonly text: string;
  /** Where in `text` the line ends are that had a `\r`. */
  readonly #returns: number[] = [];

  constructor(original: string) {
    this.original = original;
    this.text = original.replaceAll('\r\n', '\n');
    let at = -1;
    while ((at = original.indexOf('\r\n', at + 1)) >= 0) this.#returns.push(at - this.#returns.length);
  }

  originalIndex(index: number): number {
    return index + this.#returnsBefore(index);
  }

  /** The line end to use for a text that is put at `index`: the next one, else the one before. */
  lineEndAt(index: number): string {
    const next = this.text.indexOf('\n', index);
    const at = next >= 0 ? next : this.text.lastIndexOf('\n');
    return this.#returns[this.#returnsBefore(at)] === at ? '\r\n' : '\n';
  }

  #returnsBefore(index: number): number {
    let low = 0;
    let high = this.#returns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#returns[middle] ?? Infinity) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Overlapping places count: they are ambiguous too. */
function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  let at = -1;
  while ((at = text.indexOf(wanted, at + 1)) >= 0) places.push(at);
  return places;
}

function splice(flat: FlatText, places: readonly number[], length: number, newText: string) {
  let result = '';
  let count = 0;
  let end = 0;
  for (const place of places) {
    if (place < end) continue;
    const lineEnd = flat.lineEndAt(place);
    result += flat.original.slice(flat.originalIndex(end), flat.originalIndex(place));
    result += lineEnd === '\n' ? newText : newText.replaceAll('\n', lineEnd);
    end = place + length;
    count += 1;
  }
  return { text: result + flat.original.slice(flat.originalIndex(end)), count };
}

function ambiguous(text: string, places: readonly number[], name: string): string {
  const lines = places.slice(0, 10).map((place) => lineAt(text, place));
  const list = lines.join(', ') + (places.length > lines.length ? ', ...' : '');
  return (
    `old_string occurs ${places.length} times in ${name} (lines ${list}). Nothing was changed. ` +
    'Add the lines around the place you mean, or set replace_all.'
  );
}

function notFound(text: string, wanted: string, name: string): string {
  const place = nearestPlace(text, wanted);
  const fact = `text not found in ${name}. Nothing was changed.`;
  if (place === undefined) return `${fact} Nothing there is like it: read the file and copy old_string from it.`;
  const shown = place.lines.slice(0, MAX_SHOWN_LINES).map((line) => capLine(line, MAX_SHOWN_CHARACTERS));
  const last = place.line + shown.length - 1;
  const where = last > place.line ? `lines ${place.line}-${last}` : `line ${place.line}`;
  return `${fact} old_string must match exactly, spaces too. Nearest is ${where}:\n${shown.join('\n')}`;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
