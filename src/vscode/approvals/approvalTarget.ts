import * as z from 'zod';
import type { ApprovalRequest } from '../../core/permissions/approver.ts';
import { callIdOf } from '../views/tree/todoNodes.ts';
import { lazy } from '../../core/util/lazy.ts';

const target = lazy(() => z.union([z.string(), z.object({ callId: z.string() }).transform(({ callId }) => callId)]));

/**
 * The waiting call that a command's argument means: a row of the tree, a call id, `{ callId }`, or the current one
 * when there is no argument. Anything else means none, never the current one.
 */
export function approvalTarget(waiting: readonly ApprovalRequest[], argument: unknown): ApprovalRequest | undefined {
  if (argument === undefined || argument === null) return waiting[0];
  const parsed = target().safeParse(argument);
  if (!parsed.success) return undefined;
  const callId = callIdOf(parsed.data) ?? parsed.data;
  return waiting.find((request) => request.callId === callId);
}
