/** What one part of an action deserves, before all parts are put together into a verdict. */
import type { AskKind, Reason } from '../../src-shared/verdict.ts';
import type { WallNeed } from './wall-need.ts';

export type Opinion =
  | {
      readonly kind: 'allow';
      readonly reasons: readonly Reason[];
      /** What it needs of the wall beyond reading. */
      readonly needs?: readonly WallNeed[];
    }
  | {
      readonly kind: 'ask';
      readonly ask: AskKind;
      readonly reasons: readonly Reason[];
      /** True where something outside the added folders is read. */
      readonly outside?: true;
    }
  | { readonly kind: 'deny'; readonly reasons: readonly Reason[] };

export function deny(text: string, part: string): Opinion {
  return { kind: 'deny', reasons: [{ text, source: 'builtin', part }] };
}

/** An ask that no mode waives. `rule` is the table entry or rule that speaks. */
export function mustLook(
  text: string,
  part?: string,
  source: Reason['source'] = 'builtin',
  rule?: string,
): Opinion {
  const reason = { text, source, ...(part === undefined ? {} : { part }), ...(rule ? { rule } : {}) };
  return { kind: 'ask', ask: 'must-look', reasons: [reason] };
}

const STRICTNESS = { allow: 0, 'no-rule': 1, question: 2, 'must-look': 3, deny: 4 } as const;

/** The strictest opinion on any part is the one on the whole; equal ones add up. Nothing to judge is no allow. */
export function strictest(opinions: readonly Opinion[]): Opinion {
  const level = (one: Opinion): number => STRICTNESS[one.kind === 'ask' ? one.ask : one.kind];
  const most = Math.max(0, ...opinions.map(level));
  const deciding = opinions.filter((one) => level(one) === most);
  const [first] = deciding;
  if (!first) return mustLook('it holds nothing that could be judged');
  const reasons = deciding.flatMap((one) => one.reasons);
  if (first.kind === 'deny') return { ...first, reasons };
  if (first.kind === 'ask') {
    const outside = deciding.some((one) => one.kind === 'ask' && one.outside);
    return { kind: 'ask', ask: first.ask, reasons, ...(outside ? { outside } : {}) };
  }
  const needs = deciding.flatMap((one) => (one.kind === 'allow' ? (one.needs ?? []) : []));
  return { kind: 'allow', reasons, needs };
}
