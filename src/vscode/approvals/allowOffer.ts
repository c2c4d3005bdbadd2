import type { ApprovalRequest } from '../../core/permissions/approver.ts';

/** A place that keeps rules, by the name that people know it by. */
export interface KeepingPlace {
  readonly label: string;
}

/** What "always" would mean for a call. */
export interface AlwaysOffer {
  /** The allow rules as they would be written. */
  readonly rules: readonly string[];
  /** How many earlier calls of the session they would have covered. */
  readonly covered: number;
  /** The usual one first. */
  readonly places: readonly KeepingPlace[];
}

/** The ways to allow a call beyond this once and the session. */
export interface AllowOffer {
  /** The todo item in progress. */
  readonly item?: { readonly id: string; readonly content: string };
  readonly always?: AlwaysOffer;
}

export type AllowScope =
  | { readonly kind: 'once' }
  | { readonly kind: 'session' }
  | { readonly kind: 'item'; readonly itemId: string }
  | { readonly kind: 'always'; readonly rules: readonly string[]; readonly place: KeepingPlace };

/** Knows how far a yes can reach, and makes it reach. */
export interface AllowScopes {
  /** Never rejects. */
  offerFor(request: ApprovalRequest): Promise<AllowOffer>;
  /** Grants or writes what goes beyond the call and the session. @returns why it couldn't, as a sentence. Never rejects. */
  grant(request: ApprovalRequest, scope: AllowScope): Promise<string | undefined>;
}
