import type { PermissionUpdate } from '../../core/hooks/protocol/hookOutputSchema.ts';
import type { ApprovalRequest } from '../../core/permissions/approver.ts';
import type { PermissionCall } from '../../core/permissions/permissionDecider.ts';
import type { PermissionPolicy } from '../../core/permissions/permissionPolicy.ts';
import type { SessionCalls } from '../../core/permissions/sessionCalls.ts';
import type { TodoItem } from '../../core/todos/todoItem.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { AllowOffer, AllowScope, AllowScopes, AlwaysOffer } from '../approvals/allowOffer.ts';
import { canAllowForSession, isPlain } from '../approvals/approvalText.ts';
import type { RuleFiles, RulePlace } from './ruleFiles.ts';

export interface PermissionScopesPorts {
  readonly policy: PermissionPolicy;
  readonly calls: SessionCalls;
  readonly files: Pick<RuleFiles, 'places' | 'allow'>;
  /** The todo item in progress. */
  readonly activeItem: () => TodoItem | undefined;
  readonly log: Logger;
}

/** How far a yes can reach: the todo item, or rules in the settings. */
export class PermissionScopes implements AllowScopes {
  readonly #ports: PermissionScopesPorts;
  readonly #places = new WeakMap<object, RulePlace>();

  constructor(ports: PermissionScopesPorts) {
    this.#ports = ports;
  }

  async offerFor(request: ApprovalRequest): Promise<AllowOffer> {
    const item = canAllowForSession(request) ? this.#ports.activeItem() : undefined;
    const always = await this.#alwaysFor(request).catch((error: unknown) => {
      this.#ports.log.error(`No rule could be offered: ${messageOf(error)}`, error);
      return undefined;
    });
    return {
      ...(item === undefined ? {} : { item: { id: item.id, content: item.content } }),
      ...(always === undefined ? {} : { always }),
    };
  }

  /** What an answer for good would write, as hooks are told it. Never rejects. */
  async suggestions(request: ApprovalRequest): Promise<readonly PermissionUpdate[]> {
    const { always } = await this.offerFor(request);
    if (always === undefined) return [];
    const rules = always.rules.map((text) => {
      const [, toolName = text, ruleContent] = /^(\w+)\((.*)\)$/s.exec(text) ?? [];
      return { toolName, ...(ruleContent === undefined ? {} : { ruleContent }) };
    });
    return [{ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' }];
  }

  async grant(request: ApprovalRequest, scope: AllowScope): Promise<string | undefined> {
    switch (scope.kind) {
      case 'once':
      case 'session':
        return undefined;
      case 'item':
        this.#ports.policy.remember(callOf(request), { item: scope.itemId });
        return undefined;
      case 'always': {
        const place = this.#places.get(scope.place);
        return place === undefined ? undefined : this.#ports.files.allow(place, scope.rules);
      }
    }
  }

  async #alwaysFor(request: ApprovalRequest): Promise<AlwaysOffer | undefined> {
    // A rule can't outvote what asks by itself.
    const isAskedAnyway = !['default', 'outside', 'destructive'].includes(request.reason.kind);
    if (isAskedAnyway || !isPlain(request)) return undefined;
    const { policy, calls, files } = this.#ports;
    const rules = await policy.rulesFor(callOf(request));
    if (rules.length === 0) return undefined;
    const [covered, places] = await Promise.all([calls.countCovered(rules, request.callId), files.places()]);
    for (const place of places) this.#places.set(place, place);
    return { rules, covered, places };
  }
}

function callOf({ callId, toolName, claudeName, access, subject, input }: ApprovalRequest): PermissionCall {
  return { callId, name: toolName, claudeName, access, subject, input };
}
