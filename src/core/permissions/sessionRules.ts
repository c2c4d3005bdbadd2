import type { PermissionUpdate } from '../hooks/protocol/hookOutputSchema.ts';
import { Emitter } from '../util/event.ts';
import { moveEntry, removeEntry, type RuleEdit, type RuleFile } from './rules/editRules.ts';
import { applyUpdate } from './rules/permissionUpdates.ts';
import type { RuleEffect } from './rules/rule.ts';
import { parseRuleSettings, type RuleSettings } from './rules/ruleSettings.ts';

/** Rules that hooks made for one session: settings like those of a file, kept in memory only. */
export class SessionRules {
  readonly #name: string;
  #text = '{}';
  readonly #didChange = new Emitter<void>();
  readonly onDidChange = this.#didChange.event;

  /** @param name for people, as the source of the rules. */
  constructor(name: string) {
    this.#name = name;
  }

  /** @param folder what paths in rules are relative to. */
  settings(folder: string): RuleSettings {
    const source = { name: this.#name, scope: 'session', folder, isShared: false } as const;
    return parseRuleSettings(this.#text, source, { strict: true });
  }

  apply(update: PermissionUpdate): void {
    this.#edit((file) => applyUpdate(file, update));
  }

  remove(effect: RuleEffect, rule: string): void {
    this.#edit((file) => removeEntry(file, effect, rule));
  }

  move(effect: RuleEffect, rule: string, by: -1 | 1): void {
    this.#edit((file) => moveEntry(file, effect, rule, by));
  }

  /** A new session begins. */
  clear(): void {
    if (this.#text !== '{}') this.#set('{}');
  }

  #edit(edit: (file: RuleFile) => RuleEdit): void {
    const result = edit({ text: this.#text, strict: true });
    if (result.kind === 'edited') this.#set(result.text);
  }

  #set(text: string): void {
    this.#text = text;
    this.#didChange.fire();
  }
}
