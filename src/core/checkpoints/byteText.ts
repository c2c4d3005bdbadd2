/**
 * Bytes as a string of the same length, one character each, so that text tools work on them whatever the encoding: line
 * feeds are the same in all that are in use for source code.
 */
export function textOfBytes(bytes: Uint8Array): string {
  const parts: string[] = [];
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}

/** The reverse of `textOfBytes`. */
export function bytesOfText(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length }, (_none, index) => text.charCodeAt(index));
}

export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

/** UTF-16 counts as binary: there, a line feed's byte can be half of another character. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.includes(0);
}
