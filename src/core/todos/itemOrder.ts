/**
 * The order of all items, those that left the list included: as listed, and each that left behind the listed one that
 * stood before it.
 * @param before the order so far; every id once.
 * @param listed the ids on the list now.
 */
export function mergeOrder(before: readonly string[], listed: readonly string[]): readonly string[] {
  const onList = new Set(listed);
  const behind = new Map<string | undefined, string[]>();
  let neighbour: string | undefined;
  for (const id of before) {
    if (onList.has(id)) neighbour = id;
    else if (behind.get(neighbour)?.push(id) === undefined) behind.set(neighbour, [id]);
  }
  return [...(behind.get(undefined) ?? []), ...listed.flatMap((id) => [id, ...(behind.get(id) ?? [])])];
}
