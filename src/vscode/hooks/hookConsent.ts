import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import type { HookSettings } from '../../core/hooks/configuration/hookConfig.ts';
import { Emitter } from '../../core/util/event.ts';

const allowedKey = 'agent.allowedHooks';

/**
 * What the person said to hooks that come with a workspace. A yes is kept, for exactly that content in exactly that file; a no
 * holds until the window is closed.
 */
export class HookConsent {
  readonly #memento: vscode.Memento;
  readonly #refused = new Set<string>();
  readonly #didChange = new Emitter<void>();
  readonly onDidChange = this.#didChange.event;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  isAllowed(settings: HookSettings): boolean {
    return this.allowed.includes(hashOf(settings));
  }

  isRefused(settings: HookSettings): boolean {
    return this.#refused.has(hashOf(settings));
  }

  async allow(all: readonly HookSettings[]): Promise<void> {
    await this.#memento.update(allowedKey, [...new Set([...this.allowed, ...all.map(hashOf)])]);
    this.#didChange.fire();
  }

  refuse(all: readonly HookSettings[]): void {
    for (const settings of all) this.#refused.add(hashOf(settings));
  }

  /** Hashes. */
  get allowed(): readonly string[] {
    const stored: unknown = this.#memento.get(allowedKey);
    return Array.isArray(stored) ? stored.filter((hash) => typeof hash === 'string') : [];
  }
}

/** True when a source does something with hooks, so that it needs a yes. */
export function concernsHooks({ hooks, disableAllHooks }: HookSettings): boolean {
  return hooks.length > 0 || disableAllHooks !== undefined;
}

/** Of all that can matter to hooks: comments and permissions may change without a new question. */
function hashOf(settings: HookSettings): string {
  const { source, hooks, disableAllHooks, allowedHttpHookUrls, httpHookAllowedEnvVars, env } = settings;
  const own = hooks.map(({ event, matcher, definition }) => [event, matcher, definition]);
  const content = [source.file, source.label, own, disableAllHooks, allowedHttpHookUrls, httpHookAllowedEnvVars, env];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
