/** The reasons of a card, put together by the part that they speak of. */
import type { ApprovalCard } from '../../src-shared/approval.ts';
import type { Reason } from '../../src-shared/verdict.ts';

export interface ReasonGroup {
  /** Missing where the reasons speak of the whole, which stands above them. */
  readonly part?: string;
  readonly reasons: readonly Reason[];
}

/** Reasons come with the strongest first, so each part stands where its strongest reason would. */
export function groupReasons(card: Pick<ApprovalCard, 'reasons' | 'text'>): readonly ReasonGroup[] {
  const groups = new Map<string, Reason[]>();
  for (const reason of card.reasons) {
    const part = reason.part?.trim() ?? '';
    const key = part === card.text.trim() ? '' : part;
    groups.set(key, [...(groups.get(key) ?? []), reason]);
  }
  return [...groups].map(([part, reasons]) => (part === '' ? { reasons } : { part, reasons }));
}
