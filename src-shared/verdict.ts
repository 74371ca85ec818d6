/** The judgement on an action: may it run unasked, must somebody decide, or is it refused. */
import type { DecidedWall, Wall } from './action.ts';

/** Why a verdict came out as it did, in words, with the rule or table entry that spoke and the part it spoke of. */
export interface Reason {
  readonly text: string;
  /** The key of the rule, or the name of the table entry. */
  readonly rule?: string;
  readonly source: 'builtin' | 'folders' | 'grant' | 'person' | 'project' | 'shipped' | 'table';
  readonly part?: string;
  readonly weight?: ReasonWeight;
}

/**
 * How much a reason weighs for a person: `danger` can do harm that stays, `care` needs a look, `unlisted` is harmless and
 * only not on the list. Without one it is `care`.
 */
export type ReasonWeight = 'danger' | 'care' | 'unlisted';

/**
 * `no-rule`: fully understood and harmless, only no rule names it. `must-look`: sensitive, hazardous or not fully
 * understood; no mode waives it and no grant outlives it. `question`: a question of the agent, which only a person can answer.
 */
export type AskKind = 'no-rule' | 'must-look' | 'question';

/** What a card asks: a verdict's question, or whether a finished result may leave. */
export type CardKind = AskKind | 'review';

export type Verdict =
  | ({ readonly kind: 'allow'; readonly reasons: readonly Reason[] } & DecidedWall)
  | {
      readonly kind: 'ask';
      readonly ask: AskKind;
      readonly reasons: readonly Reason[];
      readonly wall: Wall;
      /** True where something outside the added folders is read: that waits in every mode. */
      readonly outside?: true;
      /** True where the person wants each call of the tool to wait: no mode and no rule changes that. */
      readonly eachTime?: true;
    }
  | { readonly kind: 'deny'; readonly reasons: readonly Reason[] };

/** A rule that would allow an action from now on, as the exact line of the permission file. */
export interface RuleSuggestion {
  readonly key: string;
  readonly when?: Readonly<Record<string, string>>;
  /** What a person reads: the line that goes into the file. */
  readonly line: string;
}
