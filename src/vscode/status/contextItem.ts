import * as vscode from 'vscode';
import { ContextMeter, type ContextUse } from '../../core/agent/context/contextMeter.ts';
import type { AgentSession } from '../../core/session/agentSession.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { commands, contextItemId } from '../ids.ts';

/**
 * A status bar item with the meter of the open conversation: how full it is, how much came from the cache, what it
 * cost. There from the first answer on; while no run is on, a click offers to sum up the conversation.
 */
export class ContextItem implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #item: vscode.StatusBarItem;
  readonly #meter: ContextMeter;
  readonly #isIdle: () => boolean;

  /** @param windowFor tokens that a conversation with the model may come to; undefined where that isn't known. */
  constructor(
    session: Pick<AgentSession, 'state' | 'events' | 'onDidChangeState' | 'onDidEmit' | 'onDidReset'>,
    windowFor: (model: string) => number | undefined,
  ) {
    this.#item = this.#disposables.add(
      vscode.window.createStatusBarItem(contextItemId, vscode.StatusBarAlignment.Left, 8),
    );
    this.#item.name = vscode.l10n.t('Agent: Context and Cost');
    this.#isIdle = (): boolean => session.state === 'idle';
    this.#meter = new ContextMeter(windowFor);
    const replay = (): void => {
      this.#meter.reset();
      for (const event of session.events) this.#meter.apply(event);
    };
    replay();
    this.#draw();
    this.#disposables.add(this.#meter.onDidChange(() => this.#draw()));
    this.#disposables.add(session.onDidEmit((event) => this.#meter.apply(event)));
    this.#disposables.add(session.onDidReset(replay));
    this.#disposables.add(session.onDidChangeState(() => this.#draw()));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #draw(): void {
    const { use } = this.#meter;
    if (use.used === 0) return this.#item.hide();
    this.#item.text = `$(pie-chart) ${shortText(use)}`;
    const isIdle = this.#isIdle();
    const facts = factsOf(use, isIdle);
    // While a run is on there is nothing that a click could do.
    this.#item.command = isIdle ? commands.compact : undefined;
    this.#item.tooltip = new vscode.MarkdownString(facts.join('\n\n'));
    this.#item.accessibilityInformation = { label: facts.join(' '), ...(isIdle ? { role: 'button' } : {}) };
    this.#item.show();
  }
}

function shortText({ used, window, cacheHitRate, usd }: ContextUse): string {
  const { t } = vscode.l10n;
  return [
    `${tokens(used)}/${tokens(window)}`,
    ...(cacheHitRate === undefined ? [] : [t('cache {0} %', percent(cacheHitRate))]),
    ...(usd === undefined ? [] : [`$${usd.toFixed(2)}`]),
  ].join(' \u00b7 ');
}

/** Our own words and numbers only. */
function factsOf({ used, window, cacheHitRate, usd }: ContextUse, isIdle: boolean): readonly string[] {
  const { t } = vscode.l10n;
  return [
    t('The conversation takes {0} of {1} tokens ({2} %).', tokens(used), tokens(window), percent(used / window)),
    cacheHitRate === undefined
      ? t('How much is read from the cache is not known for this model.')
      : t('{0} % of what was sent came from the cache.', percent(cacheHitRate)),
    usd === undefined
      ? t('What it cost is not known for this model.')
      : t('It cost ${0} so far, at list price.', usd.toFixed(usd < 1 ? 4 : 2)),
    t('When it is nearly full, old tool results are left out, then a summary takes its place.'),
    isIdle ? t('Click to compact it now.') : t('Once no task is on, a click compacts it.'),
  ];
}

function tokens(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_500) return `${count < 10_000 ? (count / 1000).toFixed(1) : Math.round(count / 1000)}k`;
  return `${Number((count / 1_000_000).toFixed(1))}M`;
}

function percent(part: number): number {
  return Math.round(part * 100);
}
