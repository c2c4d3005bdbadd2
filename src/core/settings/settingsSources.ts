/** What was found at the place of a configuration file. */
export type ConfigContent =
  | { readonly kind: 'text'; readonly text: string }
  /** There is something, but it can't be read. `reason` goes behind the file's name: "is a folder". */
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface ConfigFile {
  /** Absolute; comes back as `Problem.file`. */
  readonly path: string;
  readonly content: ConfigContent;
  /** Whether git tracks it, so that its content is shared. */
  readonly isTracked: boolean;
}

/** The configuration files of one `.agent` folder; a missing one is absent. */
export interface ConfigFolder {
  readonly settingsJson?: ConfigFile;
  readonly configToml?: ConfigFile;
}

/** Everything settings are made of, read by the adapters. */
export interface SettingsSources {
  /** Environment variables by name. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: ConfigFolder;
  readonly workspace: ConfigFolder;
  /**
   * VS Code settings below `agent.` that were really set, by the rest of their name. Those of the workspace or a
   * folder apart, since a project can bring them along.
   */
  readonly editor: {
    readonly user: Readonly<Record<string, unknown>>;
    readonly workspace: Readonly<Record<string, unknown>>;
  };
  /** The API key in SecretStorage. */
  readonly secret: string | undefined;
  /** Whether the workspace is trusted; else nothing runs and its files must not even be read. */
  readonly isTrusted: boolean;
  /** What the person agreed to send their key to, as `ResolvedSettings.confirmHost` named it. */
  readonly approvedHosts: readonly string[];
}
