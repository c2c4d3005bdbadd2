/** Escape sequences of terminals: OSC and its kin up to their terminator, CSI, and the short ones. */
const escapeSequence =
  /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[\s\S]*?(?:\x07|\x1b\\|\x9c|$)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?/g;

/** Controls that a screen would obey or hide, and the ones that turn the direction of text round. */
const hiddenCharacter = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g;

/**
 * Text from a model, a file or a command, safe to show: escape sequences are gone, other characters that could make
 * it look like something else are written out (`<U+202E>`), line breaks are `\n`.
 */
export function visibleText(text: string): string {
  return text
    .replace(escapeSequence, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(hiddenCharacter, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase();
      return `<U+${code.padStart(4, '0')}>`;
    });
}

/** The same on one line, for labels. */
export function visibleLine(text: string): string {
  return visibleText(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ');
}
