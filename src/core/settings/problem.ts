export type ProblemCode =
  | 'untrusted-workspace'
  | 'unreadable-file'
  | 'malformed-json'
  | 'malformed-toml'
  | 'not-an-object'
  | 'two-files'
  | 'unknown-key'
  | 'wrong-type'
  | 'out-of-range'
  | 'empty-value'
  | 'bad-url'
  | 'url-has-query'
  | 'url-has-credentials'
  | 'insecure-http'
  | 'missing-key'
  | 'placeholder-key'
  | 'bad-key'
  | 'key-in-tracked-file'
  | 'key-in-workspace-file'
  | 'unknown-tool'
  | 'no-tools'
  | 'conflict';

/** Something to repair in the configuration. `message` is one sentence for a person; it never holds a key's value. */
export interface Problem {
  /** An error stops every run; with a warning the default of the value applies. */
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: ProblemCode;
  /** As its source writes it: `env.ANTHROPIC_MODEL`, `agent_loop.nag_threshold`, `agent.baseUrl`. */
  readonly key?: string;
  /** The path its source gave; undefined when the value came from no file. */
  readonly file?: string;
  /** From 1, as editors show it. 1 when there is no better place. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** Exclusive; undefined = to the end of the line. */
  readonly endColumn?: number;
  readonly message: string;
}

/** A stretch of a file, in the units of `Problem`. */
export interface Place {
  readonly file: string;
  /** The file's name for a person, e.g. `~/.agent/settings.json`. */
  readonly shownFile: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn?: number;
}

/** Where a value came from. The names of the sources in rising order of rank, but for the API key's own order. */
export interface Origin {
  readonly source:
    'default' | 'environment' | 'home' | 'workspace' | 'editorUser' | 'editorWorkspace' | 'secretStorage';
  readonly key?: string;
  readonly place?: Place;
}

/** A problem with what came from `origin`; `text` says what is wrong, the place is added. */
export function problemAt(
  origin: Pick<Origin, 'key' | 'place'>,
  severity: Problem['severity'],
  code: ProblemCode,
  text: string,
): Problem {
  const { key, place } = origin;
  return {
    severity,
    code,
    ...(key !== undefined && { key }),
    ...(place && { file: place.file }),
    line: place?.line ?? 1,
    column: place?.column ?? 1,
    ...(place?.endColumn !== undefined && { endColumn: place.endColumn }),
    message: place ? `${text} (${place.shownFile}, line ${place.line})` : text,
  };
}
