import type * as vscode from 'vscode';
import { hookKey, type HookSet } from '../../core/hooks/configuration/hookSources.ts';
import type { ConfiguredHook } from '../../core/hooks/configuration/hookSchema.ts';
import { Emitter } from '../../core/util/event.ts';

const offKey = 'agent.hooksSwitchedOff';

/** Why a hook that the person switched off does not run. */
export const switchedOff = 'switched off by you';

/** Hooks that the person switched off in this workspace, without touching the files that configure them. */
export class HookSwitches {
  readonly #memento: vscode.Memento;
  readonly #didChange = new Emitter<void>();
  readonly onDidChange = this.#didChange.event;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  isOff(hook: ConfiguredHook): boolean {
    return this.keys.includes(hookKey(hook));
  }

  async toggle(hook: ConfiguredHook): Promise<void> {
    const key = hookKey(hook);
    const others = this.keys.filter((one) => one !== key);
    await this.#memento.update(offKey, this.isOff(hook) ? others : [...others, key]);
    this.#didChange.fire();
  }

  /** The set with those hooks out of force. */
  apply(set: HookSet): HookSet {
    const keys = new Set(this.keys);
    const hooks = set.hooks.map((hook) =>
      hook.inactive === undefined && keys.has(hookKey(hook)) ? { ...hook, inactive: switchedOff } : hook,
    );
    return { ...set, hooks };
  }

  get keys(): readonly string[] {
    const stored: unknown = this.#memento.get(offKey);
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  }
}
