import * as vscode from 'vscode';
import { countHidden } from '../approvals/exactText.ts';
import { rankFiles } from './rankFiles.ts';

const maxFiles = 10_000;
const offered = 12;
/** Milliseconds that a listing is good for: somebody types a name. */
const freshness = 10_000;
/** Besides `files.exclude`, which always counts. */
const excluded = '**/{node_modules,.git}/**';

/** Finds the files that may be named in a message. */
export class MentionedFiles {
  #listed: { readonly at: number; readonly paths: Promise<readonly string[]> } | undefined;

  /** Paths as the agent knows them: relative to their workspace folder. */
  async find(query: string): Promise<readonly string[]> {
    const now = Date.now();
    if (this.#listed === undefined || now - this.#listed.at > freshness) this.#listed = { at: now, paths: list() };
    return rankFiles(await this.#listed.paths, query, offered);
  }
}

async function list(): Promise<readonly string[]> {
  const files = await vscode.workspace.findFiles('**/*', excluded, maxFiles);
  // A name that doesn't show as what it is must not be offered.
  return files.map((uri) => vscode.workspace.asRelativePath(uri)).filter((path) => countHidden(path) === 0);
}
