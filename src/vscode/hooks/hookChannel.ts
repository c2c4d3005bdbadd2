import * as vscode from 'vscode';
import type { HookProblem } from '../../core/hooks/configuration/hookConfig.ts';
import { hookRecordText, type HookRecord } from '../../core/hooks/engine/hookRecord.ts';
import type { Disposable } from '../../core/util/disposable.ts';

/** The output channel "Agent Hooks": every run of a hook, numbered. Made with the first line. */
export class HookChannel implements Disposable {
  #channel: vscode.OutputChannel | undefined;

  record(record: HookRecord): void {
    this.#open().appendLine(hookRecordText(record));
  }

  problem({ severity, message, key, source, line }: HookProblem): void {
    const place = line === undefined ? source.label : `${source.label}:${line}`;
    this.#open().appendLine(`${severity} in ${place}: ${key === '' ? message : `${key}: ${message}`}`);
  }

  show(): void {
    this.#open().show(true);
  }

  dispose(): void {
    this.#channel?.dispose();
  }

  #open(): vscode.OutputChannel {
    this.#channel ??= vscode.window.createOutputChannel(vscode.l10n.t('Agent Hooks'));
    return this.#channel;
  }
}
