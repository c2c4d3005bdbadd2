import { stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * The folder whose `.claude/settings.local.json` counts for a project: the root of its repository, as in Claude Code. The project
 * itself on Windows, outside of a repository, when the root is the home folder, and when another user could have put the file
 * there. Never rejects.
 */
export async function localSettingsFolder(project: string, home: string): Promise<string> {
  const user = process.getuid?.();
  if (user === undefined) return project;
  for (let folder = project; ; folder = path.dirname(folder)) {
    const git = await ownerOf(path.join(folder, '.git'));
    if (git === undefined) {
      if (path.dirname(folder) === folder) return project;
      continue;
    }
    const owners = [git, await ownerOf(folder), (await ownerOf(path.join(folder, '.claude'))) ?? user];
    return folder !== home && owners.every((owner) => owner === user) ? folder : project;
  }
}

/** Undefined where there is nothing that could be looked at. */
async function ownerOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).uid;
  } catch {
    return undefined;
  }
}
