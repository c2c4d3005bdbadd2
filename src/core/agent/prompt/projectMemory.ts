/** A folder that may hold notes for agents. */
export interface MemoryFolder {
  /** Absolute path or URI. */
  readonly path: string;
  /** In front of the file's name on screen, e.g. `~/`; empty for the only folder of a workspace. */
  readonly prefix: string;
}

export interface MemoryPort {
  /** @returns undefined when there is no such file, null when its text can't be read. */
  read(folder: string, name: string): Promise<string | null | undefined>;
}

/** What the people of a project wrote for agents. */
export interface ProjectMemory {
  /** For the system prompt; empty when there is nothing. */
  readonly text: string;
  /** The files that are in it, for the screen. */
  readonly names: readonly string[];
  /** Those of them that were too long and are in it in part. */
  readonly cut: readonly string[];
  /** Files that are there and could not be read. */
  readonly unread: readonly string[];
}

const fileNames = ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md'] as const;

/** Characters; both are paid for in each request. */
const maxFile = 16_000;
const maxAll = 40_000;

const intro =
  'Notes for agents follow, written by the user and the people of this project. Keep to them, unless the user says otherwise.';

/**
 * Reads the notes of each folder, in the order given. The same text twice, as by a link from one name to the other, and
 * a file that only points to its neighbour, count once.
 */
export async function readProjectMemory(folders: readonly MemoryFolder[], port: MemoryPort): Promise<ProjectMemory> {
  const parts: string[] = [];
  const names: string[] = [];
  const cut: string[] = [];
  const unread: string[] = [];
  const seen = new Set<string>();
  let room = maxAll;
  for (const { folder, name, shown } of placesIn(folders)) {
    const content = await port.read(folder, name);
    if (content === null) unread.push(shown);
    const text = content?.trim() ?? '';
    if (text === '' || seen.has(text) || /^@\S*AGENTS\.md$/.test(text)) continue;
    seen.add(text);
    const most = Math.min(maxFile, room);
    if (most <= 0) {
      cut.push(shown);
      continue;
    }
    const kept = text.length <= most ? text : `${text.slice(0, most)}\n[the rest was left out: ${shown} is too long]`;
    if (kept !== text) cut.push(shown);
    names.push(shown);
    parts.push(`<notes file="${shown}">\n${kept}\n</notes>`);
    room -= kept.length;
  }
  return { text: parts.length === 0 ? '' : [intro, ...parts].join('\n'), names, cut, unread };
}

interface Place {
  readonly folder: string;
  readonly name: string;
  readonly shown: string;
}

function placesIn(folders: readonly MemoryFolder[]): readonly Place[] {
  return folders.flatMap(({ path, prefix }) =>
    fileNames.map((name) => ({ folder: path, name, shown: `${prefix}${name}` })),
  );
}
