import type { Message } from '../model/messages.ts';
import type { Emit } from './agentEvents.ts';
import { CallIds } from './calls/callIds.ts';
import { HistoryRepair } from './context/historyRepair.ts';
import { RunStage } from './runStage.ts';

/** What a run carries from step to step. */
export interface Run {
  readonly messages: Message[];
  readonly repair: HistoryRepair;
  readonly callIds: CallIds;
  system: string;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  answers: number;
  rounds: number;
  /** How often Stop hooks made the run go on. */
  continued: number;
  /** Set once an answer was cut off inside a call or a thought. */
  isLimitRaised: boolean;
  /** Room was made because the conversation was too long, and no answer has come since. */
  isSqueezed: boolean;
  /** What a stop would interrupt. */
  readonly stage: RunStage;
}

export function startOf(history: readonly Message[], emit: Emit, signal: AbortSignal): Run {
  const stage = new RunStage();
  return {
    messages: [...history],
    repair: new HistoryRepair(),
    callIds: new CallIds(history),
    system: '',
    emit: (event) => {
      // What is told after the stop only winds up.
      if (!signal.aborted) stage.apply(event);
      emit(event);
    },
    signal,
    answers: 0,
    rounds: 0,
    continued: 0,
    isLimitRaised: false,
    isSqueezed: false,
    stage,
  };
}

/** A message joins the history. */
export function add(run: Run, message: Message): void {
  run.messages.push(message);
  run.emit({ kind: 'messageAdded', message });
}

export function textBlock(text: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text };
}
