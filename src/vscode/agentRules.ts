import type { RuleFilter } from '../core/hooks/engine/hookRun.ts';
import type { HookRegistry } from '../core/hooks/hookRegistry.ts';
import { createBashParser, type BashGrammar, type BashParser } from '../core/permissions/bash/bashParser.ts';
import { onlyReads } from '../core/permissions/bash/onlyReads.ts';
import { registerBuiltinHooks } from '../core/permissions/builtinHooks.ts';
import type { CommandLists } from '../core/permissions/judgeCommand.ts';
import { PermissionPolicy } from '../core/permissions/permissionPolicy.ts';
import type { PermissionSources } from '../core/permissions/permissionSources.ts';
import type { PermissionMode, RuleEnvironment } from '../core/permissions/rules/evaluation.ts';
import { createHookFilter } from '../core/permissions/rules/hookFilter.ts';
import type { Disposable } from '../core/util/disposable.ts';
import type { Logger } from '../core/util/logger.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

export interface AgentRulesPorts {
  readonly workspace: Workspace;
  /** As Node's `os.type()` names it: `Linux`, `Darwin`, `Windows_NT`. */
  readonly os: string;
  readonly log: Logger;
  /** What the settings say of permissions. */
  readonly permissions: PermissionSources;
  /** The grammar of command lines; asked for with the first command. */
  readonly loadGrammar: () => Promise<BashGrammar>;
  /** The person's home folder. */
  readonly home: string;
  /** A path through links; as given when there is nothing at it. */
  readonly realPath: (path: string) => string;
}

/** What may run: the rules with the mode in force, and how a command line is understood. */
export class AgentRules {
  readonly #ports: AgentRulesPorts;
  readonly #bash: BashParser;
  readonly policy: PermissionPolicy;
  /** The `if` of a hook. */
  readonly matchesRule: RuleFilter;

  constructor(ports: AgentRulesPorts, mode: () => PermissionMode) {
    this.#ports = ports;
    const { permissions, log } = ports;
    this.#bash = createBashParser(ports.loadGrammar);
    const environment = (): RuleEnvironment => this.#environment;
    this.policy = new PermissionPolicy({
      refresh: () => permissions.refresh(),
      rules: () => permissions.rules,
      mode,
      environment,
      bash: this.#bash,
      logger: log,
    });
    this.matchesRule = createHookFilter({ bash: this.#bash, environment });
  }

  /** Refuses commands that nobody should run, and asks for some others. */
  registerBuiltinHooks(hooks: HookRegistry, lists: () => CommandLists): Disposable {
    const workingFolder = (): string => this.#workingFolder;
    return registerBuiltinHooks(hooks, { logger: this.#ports.log, bash: this.#bash, workingFolder, lists });
  }

  /** True for a command that can't change a file; false when that isn't certain. */
  async isReadOnlyCommand(command: string): Promise<boolean> {
    return onlyReads(command, await this.#bash.ready(), this.#workingFolder);
  }

  get #workingFolder(): string {
    return this.#ports.workspace.roots[0]?.path ?? this.#ports.home;
  }

  get #environment(): RuleEnvironment {
    const { workspace, home, realPath, os, permissions } = this.#ports;
    return {
      cwd: this.#workingFolder,
      home,
      realPath,
      isCaseInsensitive: os !== 'Linux',
      roots: workspace.roots.map((root) => root.path),
      additionalDirectories: permissions.additionalDirectories,
      isTrusted: permissions.isTrusted,
      protectedPaths: permissions.protectedPaths,
    };
  }
}
