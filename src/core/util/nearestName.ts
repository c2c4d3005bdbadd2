/** The known name that `typed` may have meant: the one with the fewest letters to change, if those are few. */
export function nearestName(typed: string, known: Iterable<string>): string | undefined {
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    const isNear = distance <= Math.max(1, Math.floor(name.length / 3));
    if (isNear && distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  return best?.name;
}

/** Letters to put in, leave out or replace. What is much longer than any name is as far away as it can be. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > b.length) return Infinity;
  let above = Array.from({ length: b.length + 1 }, (_each, index) => index);
  for (let row = 0; row < a.length; row++) {
    const line = [row + 1];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (b[column - 1] === a[row] ? 0 : 1);
      line.push(Math.min(replaced, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[b.length] ?? 0;
}
