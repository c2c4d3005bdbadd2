/** The paths that match what was typed of one, best first: in the name before in the folders, early before late. */
export function rankFiles(paths: readonly string[], query: string, limit: number): readonly string[] {
  const wanted = query.toLowerCase().replaceAll('\\', '/');
  const scored = paths
    .map((path) => ({ path, score: scoreOf(path.toLowerCase(), wanted) }))
    .filter((candidate): candidate is { path: string; score: number } => candidate.score !== undefined);
  scored.sort((a, b) => a.score - b.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return scored.slice(0, limit).map(({ path }) => path);
}

/** Lower is better; undefined: no match. */
function scoreOf(path: string, query: string): number | undefined {
  const nameStart = path.lastIndexOf('/') + 1;
  const inName = path.indexOf(query, nameStart);
  if (inName === nameStart) return 0;
  if (inName > nameStart) return 1;
  const anywhere = path.indexOf(query);
  if (anywhere >= 0) return 2;
  return isSubsequence(path, query) ? 3 : undefined;
}

function isSubsequence(path: string, query: string): boolean {
  let from = 0;
  for (const character of query) {
    from = path.indexOf(character, from) + 1;
    if (from === 0) return false;
  }
  return true;
}
