/** What one part of an action deserves, before all parts are put together into a verdict. */
import type { AskKind, Reason, ReasonWeight } from '../../src-shared/verdict.ts';
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
  weight?: ReasonWeight,
): Opinion {
  const reason = {
    text,
    source,
    ...(part === undefined ? {} : { part }),
    ...(rule ? { rule } : {}),
    ...(weight ? { weight } : {}),
  };
  return { kind: 'ask', ask: 'must-look', reasons: [reason] };
}

/** A must look for what can do harm that stays. */
export function danger(text: string, part: string, rule?: string): Opinion {
  return mustLook(text, part, 'builtin', rule, 'danger');
}

const WEIGHTS = { danger: 0, care: 1, unlisted: 2 } as const;

/** What weighs most comes first, each thing once; equal ones stay in the order of the text. */
export function inOrder(reasons: readonly Reason[]): readonly Reason[] {
  const once = new Map(reasons.map((one) => [`${one.part ?? ''}\0${one.text}`, one])).values();
  return [...once].sort((a, b) => WEIGHTS[a.weight ?? 'care'] - WEIGHTS[b.weight ?? 'care']);
}

/** The parts that are only unlisted, beside those that must be looked at: a person reads the text part by part. */
export function withUnlisted(opinion: Opinion, opinions: readonly Opinion[]): Opinion {
  if (opinion.kind !== 'ask' || opinion.ask !== 'must-look') return opinion;
  const spoken = new Set(opinion.reasons.map((one) => one.part));
  const more = opinions.flatMap((one) => (one.kind === 'ask' && one.ask === 'no-rule' ? one.reasons : []));
  return { ...opinion, reasons: [...opinion.reasons, ...more.filter((one) => !spoken.has(one.part))] };
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
