import { messageOf } from '../../util/errors.ts';

/**
 * What the model reads when a call didn't run as asked. Declined, declined with advice and forbidden are told apart, so
 * that it asks, follows or goes round, in that order.
 */
export const callTexts = {
  cancelledBefore: 'Cancelled by user; the call was not run',
  stoppedAlone:
    'The user stopped this call before it was done; the task goes on. Its effects so far may stand. ' +
    'Do not repeat it unless the user asks.',
  cancelledDuring: 'Cancelled by user while the call was running; it may have taken effect in part',
  nobodyToAsk: 'Permission denied: this call needs the user, and nobody can be asked. It was not run.',
  error: (error: unknown): string => `Error: ${messageOf(error)}`,
  cutOff: (stopReason: string): string => `Error: response was cut off (${stopReason}); the call was not run`,
  deniedByHook: (source = 'a hook'): string => `Permission denied by ${source}`,
  leadsElsewhere: (title: string): string =>
    `Error: ${title} leads to another place than when the user was asked about it. Nothing was done; ` +
    'see what changed there before you try again.',
  changedIntoQuestion:
    'Permission denied: a hook changed this call into one that the user must be asked about. It was not run; ' +
    'make the changed call yourself if it is what you need.',
  stoppedByHook: (reason: string): string => `Not run: a hook ended the run (${reason})`,
  declined: (feedback: string | undefined): string => {
    const fact = 'Permission denied by user: the user declined this call. Nothing was executed or changed.';
    const advice = feedback?.trim() ?? '';
    if (advice !== '') return `${fact} The user says: ${advice}`;
    return `${fact} Don't try to reach the same in another way; go on without it, or stop and ask.`;
  },
} as const;
