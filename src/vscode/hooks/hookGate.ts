import * as vscode from 'vscode';
import type { Refusal, StartGate } from '../commands/startGate.ts';
import { askAboutHooks } from './hookQuestion.ts';
import type { HookSettingsService } from './hookSettings.ts';

/** Lets the person decide on hooks that come with the workspace before a run begins. */
export class HookGate implements StartGate {
  readonly #inner: StartGate;
  readonly #settings: HookSettingsService;

  constructor(inner: StartGate, settings: HookSettingsService) {
    this.#inner = inner;
    this.#settings = settings;
  }

  place(): Refusal | undefined {
    return this.#inner.place();
  }

  async check(): Promise<Refusal | undefined> {
    const refusal = await this.#inner.check();
    if (refusal !== undefined) return refusal;
    await this.#settings.refresh();
    const waiting = this.#settings.undecided.filter((settings) => !this.#settings.consent.isRefused(settings));
    if (waiting.length === 0) return undefined;
    switch (await askAboutHooks(waiting, true)) {
      case 'allow':
        await this.#settings.consent.allow(waiting);
        await this.#settings.refresh();
        return undefined;
      case 'without':
        this.#settings.consent.refuse(waiting);
        return undefined;
      case 'opened':
        return { reason: vscode.l10n.t('Nothing was started: read the hooks of this workspace first.') };
      case 'none':
        return { reason: vscode.l10n.t('Nothing was started: the hooks of this workspace need your decision.') };
    }
  }
}
