/** Escape sequences of terminals: OSC and its kin up to their terminator, CSI, and the short ones. */
const escapeSequence =
  /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[\s\S]*?(?:\x07|\x1b\\|\x9c|$)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?/g;

/**
 * Controls that a screen would obey or hide, the ones that turn the direction of text round, and what no screen draws
 * at all. Joiners, variation selectors and direction marks stay: emoji and whole scripts are written with them, as are
 * Khmer and its neighbours with the zero width space, and some flags with tags.
 */
const hiddenCharacter =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u115f\u1160\u17b4\u17b5\u180e\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb]|(?<![\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Thai}])\u200b|(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/gu;

/**
 * Text from a model, a file or a command, safe to show: escape sequences are gone, other characters that could make
 * it look like something else are written out (`<U+202E>`), line breaks are `\n`.
 */
export function visibleText(text: string): string {
  return text
    .replace(escapeSequence, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(hiddenCharacter, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
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
