import { hookCallOf } from '../../core/agent/calls/boundaryCall.ts';
import type { HookEngine } from '../../core/hooks/engine/hookEngine.ts';
import { toolFields } from '../../core/hooks/engine/hookHandlers.ts';
import type { AskedUpdate, HookOutcome } from '../../core/hooks/protocol/hookOutcome.ts';
import type { PermissionUpdate } from '../../core/hooks/protocol/hookOutputSchema.ts';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../core/permissions/approver.ts';

/** Milliseconds that hooks have before the person is asked too. */
const headStart = 1000;

export interface HookApproverPorts {
  readonly engine: () => HookEngine;
  /** Whether there is such a hook, as far as is known: else the person is asked at once. */
  readonly isHooked: () => boolean;
  /** What the person could be offered to answer for good; hooks may send it back. Never rejects. */
  readonly suggestions: (request: ApprovalRequest) => Promise<readonly PermissionUpdate[]>;
  /** Changes permissions as far as hooks may. Never rejects. */
  readonly update: (asked: readonly AskedUpdate[]) => Promise<void>;
}

/** Lets PermissionRequest hooks answer in the person's place. The prompt shows when they are slow; the first answer counts. */
export class HookApprover implements Approver {
  readonly #person: Approver;
  readonly #ports: HookApproverPorts;

  constructor(person: Approver, ports: HookApproverPorts) {
    this.#person = person;
    this.#ports = ports;
  }

  async ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const hooks = this.#askHooks(request, either);
    // Each is awaited below or has lost; a loser's abort is nobody's error.
    hooks.catch(() => undefined);
    try {
      if (this.#ports.isHooked()) {
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
    const { engine, isHooked, suggestions, update } = this.#ports;
    const suggested = isHooked() ? await suggestions(request) : [];
    const input = suggested.length === 0 ? fields : { ...fields, permission_suggestions: suggested };
    const outcome = await engine().fire('PermissionRequest', input, signal, call);
    // Not after the person was first: then `fire` has thrown.
    if (outcome.permissionUpdates !== undefined) await update(outcome.permissionUpdates);
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
