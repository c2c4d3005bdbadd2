import type { AllowOffer, AllowScope } from './allowOffer.ts';
import type { Translate } from './approvalText.ts';
import { shorten, showOnOneLine, withoutIcons } from './exactText.ts';

export interface ScopePick {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly scope: AllowScope;
}

const itemLength = 60;

/** The ways to say yes, each with what it grants and where that is kept. Nothing of a rule is cut off. */
export function scopePicks(
  { isForSession, isCommand }: { readonly isForSession: boolean; readonly isCommand: boolean },
  { item, always }: AllowOffer,
  t: Translate,
): readonly ScopePick[] {
  const what = isCommand ? t('This exact command line') : t('All changes in the workspace, except protected files');
  const picks: ScopePick[] = [
    { label: t('Once'), description: '', detail: t('Only this call.'), scope: { kind: 'once' } },
  ];
  if (item !== undefined) {
    picks.push({
      label: t('For This Todo Item'),
      description: withoutIcons(shorten(showOnOneLine(item.content), itemLength, () => '...')),
      detail: t('{0}, until the item is done or you take it back.', what),
      scope: { kind: 'item', itemId: item.id },
    });
  }
  if (isForSession) {
    const detail = t('{0}, until a new session or you take it back.', what);
    picks.push({ label: t('For This Session'), description: '', detail, scope: { kind: 'session' } });
  }
  if (always === undefined) return picks;
  const { rules, covered, places } = always;
  return [
    ...picks,
    ...places.map((place) => ({
      label: t('Always: {0}', withoutIcons(rules.join(', '))),
      description: t('in {0}', place.label),
      detail: t('Writes this rule. Earlier calls of this session that it would have covered: {0}.', covered),
      scope: { kind: 'always', rules, place } as const,
    })),
  ];
}
