import * as vscode from 'vscode';
import type { Refusal, StartGate } from '../commands/startGate.ts';
import { askAboutPermissions } from './permissionQuestion.ts';
import type { PermissionSettings } from './permissionSettings.ts';

/** Lets the person decide on what the workspace wants to be allowed before a run begins. */
export class PermissionGate implements StartGate {
  readonly #inner: StartGate;
  readonly #settings: PermissionSettings;

  constructor(inner: StartGate, settings: PermissionSettings) {
    this.#inner = inner;
    this.#settings = settings;
  }

  place(): Refusal | undefined {
    return this.#inner.place();
  }

  async check(): Promise<Refusal | undefined> {
    const refusal = await this.#inner.check();
    if (refusal !== undefined) return refusal;
    const { consent } = this.#settings;
    const { undecided } = await this.#settings.refresh();
    const waiting = undecided.filter((grant) => !consent.isRefused(grant));
    if (waiting.length === 0) return undefined;
    switch (await askAboutPermissions(waiting, true)) {
      case 'allow':
        await consent.allow(waiting);
        await this.#settings.refresh();
        return undefined;
      case 'without':
        consent.refuse(waiting);
        return undefined;
      case 'opened':
        return { reason: vscode.l10n.t('Nothing was started: read what this workspace wants to be allowed first.') };
      case 'none':
        return {
          reason: vscode.l10n.t('Nothing was started: what this workspace wants to be allowed needs your decision.'),
        };
    }
  }
}
