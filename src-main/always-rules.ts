/** The lines of the permission file that answers of the person wrote: added, listed, and taken out again. */
import { createHash } from 'node:crypto';
import type { ApprovalCard } from '../src-shared/approval.ts';
import type { GrantView } from '../src-shared/grant-view.ts';
import type { RuleSuggestion } from '../src-shared/verdict.ts';
import type { PermissionStore } from './policy/permission-store.ts';
import { ruleLine, writtenWhen } from './policy/rule-lines.ts';

export interface AlwaysRulesOptions {
  readonly permissions: Pick<PermissionStore, 'current' | 'change'>;
  label(card: ApprovalCard): string;
  /** Unix milliseconds. */
  now(): number;
  onChange(): void;
}

/** A line of the file that an answer wrote. */
export interface AlwaysRule extends RuleSuggestion {
  readonly id: string;
  readonly callId?: string;
}

type Given = Pick<GrantView, 'from' | 'callId' | 'grantedAt'>;

/** Characters of a line that the list shows; the file has it whole. */
const SHOWN = 400;

export class AlwaysRules {
  readonly #options: AlwaysRulesOptions;
  /** By their lines, for those that were given since the start. */
  readonly #given = new Map<string, Given>();
  /** As they stand in the file, the newest first. */
  #rules: readonly AlwaysRule[] = [];

  constructor(options: AlwaysRulesOptions) {
    this.#options = options;
  }

  /** Rejects where the file cannot be written or says otherwise by now. */
  async add(rules: readonly RuleSuggestion[], card: ApprovalCard): Promise<void> {
    const { permissions, label, now } = this.#options;
    const given = { from: label(card), callId: card.callId, grantedAt: now() };
    for (const { line } of rules) this.#given.set(line, given);
    await permissions.change({ kind: 'add', rules });
    await this.refresh();
  }

  /** The lines with this id, or that the answer to this call wrote. */
  find(ref: string): readonly AlwaysRule[] {
    return this.#rules.filter(({ id, callId }) => id === ref || callId === ref);
  }

  /** Rejects where a line was changed since, or the file cannot be written. */
  async remove(rules: readonly AlwaysRule[]): Promise<void> {
    await this.#options.permissions.change({ kind: 'remove', rules });
    for (const { line } of rules) this.#given.delete(line);
    await this.refresh();
  }

  /** Looks at the file again, for the window. */
  async refresh(): Promise<void> {
    const { rules } = await this.#options.permissions.current();
    const granted = rules.flatMap((source) => (source.from === 'person' ? source.rules : []));
    const now = granted
      .filter((rule) => rule.granted)
      .map((rule) => this.#ruleOf(rule.key, writtenWhen(rule)))
      .reverse();
    const changed = JSON.stringify(now) !== JSON.stringify(this.#rules);
    this.#rules = now;
    if (changed) this.#options.onChange();
  }

  views(): readonly GrantView[] {
    return this.#rules.map(({ id, line }) => {
      const covers = line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
      return { id, kind: 'always', covers, ...this.#given.get(line) };
    });
  }

  #ruleOf(key: string, when: RuleSuggestion['when']): AlwaysRule {
    const line = ruleLine(key, when);
    const callId = this.#given.get(line)?.callId;
    const id = idOfLine(line);
    return { id, key, ...(when ? { when } : {}), line, ...(callId ? { callId } : {}) };
  }
}

/** What the line is called in lists and, where no call is known that wrote it, on record. */
export function idOfLine(line: string): string {
  return `r-${createHash('sha256').update(line).digest('hex').slice(0, 12)}`;
}
