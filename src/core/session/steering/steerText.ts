import type { PauseReason, SteerEvent } from '../../agent/steerEvents.ts';
import { editWords } from './editWords.ts';
import { codeBlock, codeSpan, indented } from '../markdown.ts';

/** What the transcript says of the person's part in a run; often nothing. Text of others stands in code only. */
export function steerText(event: SteerEvent): string {
  switch (event.kind) {
    case 'steered':
      if (event.what.kind === 'message') return `You, to the agent:\n\n${indented(event.what.text)}`;
      return `You changed the list: ${editWords(event.what.edit, codeSpan)}.`;
    case 'paused':
      return `Paused: ${pauseWords(event.reason, codeSpan)}.`;
    case 'resumed':
      return event.choice === 'goOn' ? 'Resumed by you.' : 'Ended by you.';
    case 'problemsFound': {
      const what = `New problems in ${codeSpan(event.path)}: ${event.count}`;
      return event.messages.length === 0 ? `${what}.` : `${what}.\n\n${codeBlock(event.messages.join('\n'))}`;
    }
    case 'steeringSent':
    case 'stopPointsChanged':
      return '';
  }
}

/** Why a run waits, as the end of a sentence. */
export function pauseWords(reason: PauseReason, quote: (text: string) => string): string {
  switch (reason.kind) {
    case 'now':
      return 'asked for by you';
    case 'item':
      return `${reason.when} ${quote(reason.content)}`;
    case 'budget':
      return `${budgetWords(reason)} used`;
    case 'loop': {
      const calls = reason.calls.map(({ name, title }) => quote(`${name} ${title}`)).join(', then ');
      return `the same ${reason.calls.length === 1 ? 'call' : 'calls'} with the same results ${reason.times} times: ${calls}`;
    }
  }
}

function budgetWords({ budget, used, limit }: Extract<PauseReason, { kind: 'budget' }>): string {
  switch (budget) {
    case 'rounds':
      return `${used} of ${limit} rounds (agent.maxRounds)`;
    case 'tokens':
      return `${used} of ${limit} tokens (agent.maxTokensPerTask)`;
    case 'cost':
      return `$${used.toFixed(2)} of $${limit.toFixed(2)} (agent.maxCostUsd)`;
  }
}
