import { hookCallOf } from '../../core/agent/boundaryCall.ts';
import type { HookEngine } from '../../core/hooks/engine/hookEngine.ts';
import { toolFields } from '../../core/hooks/engine/hookHandlers.ts';
import type { HookOutcome } from '../../core/hooks/protocol/hookOutcome.ts';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../core/permissions/approver.ts';

/** Milliseconds that hooks have before the person is asked too. */
const headStart = 1000;

/** Lets PermissionRequest hooks answer in the person's place. The prompt shows when they are slow; the first answer counts. */
export class HookApprover implements Approver {
  readonly #person: Approver;
  readonly #engine: () => HookEngine;
  readonly #isHooked: () => boolean;

  /** @param isHooked whether there is such a hook, as far as is known: else the person is asked at once. */
  constructor(person: Approver, engine: () => HookEngine, isHooked: () => boolean) {
    this.#person = person;
    this.#engine = engine;
    this.#isHooked = isHooked;
  }

  async ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const hooks = this.#askHooks(request, either);
    // Each is awaited below or has lost; a loser's abort is nobody's error.
    hooks.catch(() => undefined);
    try {
      if (this.#isHooked()) {
        const early = await Promise.race([hooks, timeout(headStart, either)]);
        if (early !== undefined) return early;
      }
      const person = this.#person.ask(request, either);
      person.catch(() => undefined);
      return (await Promise.race([person, hooks])) ?? (await person);
    } finally {
      over.abort();
    }
  }

  /** @returns undefined when no hook has an answer. */
  async #askHooks(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer | undefined> {
    const call = hookCallOf(request);
    const fields = toolFields(call);
    if (fields === undefined) return undefined;
    const engine = this.#engine();
    const outcome = await engine.fire('PermissionRequest', fields, signal, call);
    if (outcome.permissionUpdates !== undefined)
      engine.warn('A PermissionRequest hook asked for changes of the permission rules: they are not made here.');
    return answerOf(outcome);
  }
}

function answerOf({ decision, reason, source = 'hook', updatedInput, stop }: HookOutcome): ApprovalAnswer | undefined {
  const by = source;
  if (decision === 'allow') {
    return { kind: 'allow', remember: 'once', by, ...(updatedInput === undefined ? {} : { updatedInput }) };
  }
  if (decision !== 'deny' && stop === undefined) return undefined;
  const feedback = reason ?? stop;
  return {
    kind: 'deny',
    by,
    ...(feedback === undefined ? {} : { feedback }),
    ...(stop === undefined ? {} : { stop }),
  };
}

/** Resolves with undefined after a while, or when `signal` ends. */
function timeout(milliseconds: number, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve(undefined);
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
}
