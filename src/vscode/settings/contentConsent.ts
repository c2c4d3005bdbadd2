import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import { Emitter } from '../../core/util/event.ts';

/**
 * What the person said to things that come with a workspace. A yes is kept, for exactly that content; a no holds until the
 * window is closed.
 */
export class ContentConsent<Content> {
  readonly #memento: vscode.Memento;
  readonly #key: string;
  readonly #contentOf: (content: Content) => unknown;
  readonly #refused = new Set<string>();
  readonly #didChange = new Emitter<void>();
  readonly onDidChange = this.#didChange.event;

  /** `contentOf`: all that the yes is about, where it stands included, as JSON. */
  constructor(memento: vscode.Memento, key: string, contentOf: (content: Content) => unknown) {
    this.#memento = memento;
    this.#key = key;
    this.#contentOf = contentOf;
  }

  isAllowed(content: Content): boolean {
    return this.allowed.includes(this.#hashOf(content));
  }

  isRefused(content: Content): boolean {
    return this.#refused.has(this.#hashOf(content));
  }

  async allow(all: readonly Content[]): Promise<void> {
    const hashes = all.map((content) => this.#hashOf(content));
    await this.#memento.update(this.#key, [...new Set([...this.allowed, ...hashes])]);
    this.#didChange.fire();
  }

  refuse(all: readonly Content[]): void {
    for (const content of all) this.#refused.add(this.#hashOf(content));
  }

  /** Hashes. */
  get allowed(): readonly string[] {
    const stored: unknown = this.#memento.get(this.#key);
    return Array.isArray(stored) ? stored.filter((hash) => typeof hash === 'string') : [];
  }

  #hashOf(content: Content): string {
    return createHash('sha256')
      .update(JSON.stringify(this.#contentOf(content)))
      .digest('hex');
  }
}
