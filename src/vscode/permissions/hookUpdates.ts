import * as vscode from 'vscode';
import { hookTitle, type HookSource } from '../../core/hooks/configuration/hookSchema.ts';
import type { AskedUpdate } from '../../core/hooks/protocol/hookOutcome.ts';
import type { PermissionUpdate } from '../../core/hooks/protocol/hookOutputSchema.ts';
import { parseMode } from '../../core/permissions/rules/evaluation.ts';
import { describeUpdate, objectionTo } from '../../core/permissions/rules/permissionUpdates.ts';
import type { Agent } from '../agent.ts';
import type { PermissionSettings } from './permissionSettings.ts';
import type { RuleFiles } from './ruleFiles.ts';

export interface HookUpdatesPorts {
  readonly agent: Pick<Agent, 'mode' | 'permissionMode' | 'session'>;
  readonly settings: PermissionSettings;
  readonly files: RuleFiles;
}

/** Where each destination's settings stand. */
const kinds = { localSettings: 'local', projectSettings: 'project', userSettings: 'user' } as const;

/** Changes of permissions that PermissionRequest hooks ask for along with a yes. Each is made or refused, and told. */
export class HookUpdates {
  readonly #ports: HookUpdatesPorts;

  constructor(ports: HookUpdatesPorts) {
    this.#ports = ports;
  }

  /** Never rejects. */
  async make(asked: readonly AskedUpdate[]): Promise<void> {
    for (const { update, hook } of asked) {
      const failure = await this.#make(update, isShared(hook.source));
      const what = describeUpdate(update);
      const title = hookTitle(hook);
      const { session } = this.#ports.agent;
      if (failure === undefined)
        session.notice('info', vscode.l10n.t('The hook {0} changed permissions: {1}', title, what));
      else {
        const text = vscode.l10n.t(
          'The hook {0} asked to change permissions: {1}. Not done: {2}',
          title,
          what,
          failure,
        );
        session.notice('warning', text);
      }
    }
  }

  /** @returns why it was not done. */
  async #make(update: PermissionUpdate, fromWorkspace: boolean): Promise<string | undefined> {
    const { agent, settings, files } = this.#ports;
    const objection = objectionTo(update, { isShared: fromWorkspace, mode: agent.permissionMode });
    if (objection !== undefined) return objection;
    const { destination } = update;
    if (destination !== 'session') return files.update(kinds[destination], update, !fromWorkspace);
    if (update.type !== 'setMode') settings.session.apply(update);
    else {
      agent.mode.set(parseMode(update.mode));
      // It is for this session, whose run is on.
      agent.mode.use();
    }
    await settings.refresh();
    return undefined;
  }
}

/** What the person configured themselves, or their administrator, speaks for them. */
function isShared({ kind }: HookSource): boolean {
  return kind !== 'user' && kind !== 'managed';
}
