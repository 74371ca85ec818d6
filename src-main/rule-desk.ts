/** The rules as a person works with them: seen, tried and replayed, put in, changed, taken out and put back. */
import type { ActionReply } from '../src-shared/ipc-contract.ts';
import {
  REPLAYED_CALLS,
  type ReplayReply,
  type ReplayRequest,
  type RuleExamples,
  type RulePut,
  type RuleRemoval,
  type RulesView,
  type TryReply,
  type TryRequest,
  UNDO_MS,
} from '../src-shared/rule-view.ts';
import type { Confirm, HostRules } from './host.ts';
import type { RecordedCall } from './journal/last-calls.ts';
import { withProjects } from './judge.ts';
import { type JudgeOnlyRooms, tryCall } from './judge-only.ts';
import type { JudgeThread } from './policy/judge-thread.ts';
import type { RuleName, RuleVariant } from './policy/judge-variants.ts';
import type { PermissionStore } from './policy/permission-store.ts';
import type { Rule, RuleSource } from './policy/rule.ts';
import { widens } from './policy/rule-change.ts';
import { readDraft } from './policy/rule-draft.ts';
import { draftLine, ruleText } from './policy/rule-lines.ts';
import { SHIPPED_RULES } from './policy/shipped-rules.ts';
import { ruleExamples } from './rule-examples.ts';
import { RuleReplay } from './rule-replay.ts';
import { type ListedRule, listedRules, ruleView, whenSpoken } from './rule-views.ts';
import { afterYes, done, refused } from './settings-change.ts';
import { droppingRule, widerRule } from './widening.ts';

export interface RuleDeskRooms extends JudgeOnlyRooms {
  readonly permissions: PermissionStore;
  /** Of trusted projects, as far as they count now. */
  projects(): Promise<readonly RuleSource[]>;
  /** Of the journal, the newest first. Rejects where it cannot be read. */
  lastCalls(most: number): Promise<readonly RecordedCall[]>;
  readonly confirm: Confirm;
  newId(): string;
  /** Milliseconds that only rise. */
  monotonic(): number;
  /** Where commands are tried that name no folder. */
  place(): { readonly folder: string; readonly home: string };
  /** For long rows of judgements. */
  readonly thread: Pick<JudgeThread, 'judge'>;
  /** A line that an answer of the person wrote was taken out here. */
  onGrantEnded(line: string): void;
  /** The file says otherwise now. */
  onChange(): Promise<void>;
}

/** What one piece of a replay may take before it tells how far it is. Milliseconds. */
const REPLAY_PIECE_MS = 200;

/** The page counts ten seconds from when it hears of a removal; the press and its way take a moment more. */
const UNDO_GRACE_MS = 2_000;

/** Removals that can be undone at once: a person presses no more in ten seconds. */
const MOST_UNDONE = 50;

const GONE = 'This rule reads otherwise by now, or is gone. Look at the list again.';

interface Removed {
  readonly rule: Rule;
  readonly from: string;
  readonly at: number;
}

export class RuleDesk implements HostRules {
  readonly #rooms: RuleDeskRooms;
  readonly #removed = new Map<string, Removed>();
  /** One at a time: whoever starts another has no use for the first. */
  #replay: { readonly id: string; readonly work: RuleReplay } | undefined;

  constructor(rooms: RuleDeskRooms) {
    this.#rooms = rooms;
  }

  async list(): Promise<RulesView> {
    const { permissions, lastCalls } = this.#rooms;
    const [{ problem }, listed, calls] = await Promise.all([
      permissions.current(),
      this.#listed(),
      // Whether the journal can be read is told elsewhere; here it only dates what rules did.
      lastCalls(REPLAYED_CALLS).catch((): readonly RecordedCall[] => []),
    ]);
    const spoken = whenSpoken(calls);
    const since = calls.at(-1)?.at;
    return {
      rules: listed.map((rule) => ruleView(rule, spoken)),
      file: permissions.file,
      ...(problem ? { problem: problem.text } : {}),
      recorded: { calls: calls.length, ...(since === undefined ? {} : { since }) },
    };
  }

  async examples(id: string): Promise<RuleExamples | null> {
    const listed = await this.#find(id);
    return listed ? ruleExamples(listed, this.#rooms.place(), this.#rooms) : null;
  }

  try(request: TryRequest): Promise<TryReply> {
    return tryCall(this.#rooms, request);
  }

  async put({ id, draft }: RulePut): Promise<ActionReply> {
    const read = readDraft(draft);
    if (!read.ok) return refused(read.problem);
    const was = id === undefined ? undefined : await this.#findOwn(id);
    if (id !== undefined && !was) return refused(GONE);
    const question = mayWiden(was, read.rule)
      ? widerRule(draftLine(draft), was && ruleText(was), read.warning)
      : undefined;
    const change = was ? { kind: 'replace' as const, was, draft } : { kind: 'put' as const, draft };
    return afterYes(this.#rooms, question, () => this.#write(change));
  }

  /** An allow rule goes at once and can come back; what holds agents back goes after a question. */
  async remove(id: string): Promise<RuleRemoval> {
    const was = await this.#findOwn(id);
    if (!was) return { ok: false, error: GONE };
    const shipped = shippedUnder(was.key);
    const question = widens(was, shipped)
      ? droppingRule(ruleText(was), shipped && ruleText(shipped))
      : undefined;
    let from = '';
    const reply = await afterYes(this.#rooms, question, () =>
      this.#write({ kind: 'take', was }, (before) => {
        from = before;
      }),
    );
    if (!reply.ok) return reply;
    if (was.granted) this.#rooms.onGrantEnded(ruleText(was));
    return { ok: true, undo: this.#keep({ rule: was, from, at: this.#rooms.monotonic() }) };
  }

  /**
   * Puts back the very rule that was taken out. It asks nothing: agents get no more than they had before a removal that
   * the same page asked for a moment ago.
   */
  async undo(undo: string): Promise<ActionReply> {
    const removed = this.#removed.get(undo);
    const { monotonic } = this.#rooms;
    if (!removed || monotonic() - removed.at > UNDO_MS + UNDO_GRACE_MS)
      return refused('It is too late to undo this. Add the rule anew.');
    const reply = await this.#write({ kind: 'restore', was: removed.rule, from: removed.from });
    if (reply.ok) this.#removed.delete(undo);
    return reply;
  }

  async replay({ id, draft }: ReplayRequest): Promise<ReplayReply> {
    const read = draft && readDraft(draft);
    if (read?.ok === false) return { ok: false, error: read.problem };
    const listed = id === undefined ? undefined : await this.#find(id);
    if (id !== undefined && !listed) return { ok: false, error: GONE };
    const [before, after] = variants(listed, read?.rule);
    const { lastCalls, newId, thread, now } = this.#rooms;
    try {
      const replayId = newId();
      const work = new RuleReplay({
        ...this.#rooms,
        id: replayId,
        calls: await lastCalls(REPLAYED_CALLS),
        judge: (action, facts) => thread.judge(action, facts, [before, after], now()),
      });
      this.#replay = { id: replayId, work };
      return { ok: true, report: await work.more(0) };
    } catch (error) {
      return { ok: false, error: `The journal cannot be read: ${(error as Error).message}` };
    }
  }

  /** Whoever asks no more has stopped it. */
  async replayMore(id: string): Promise<ReplayReply> {
    if (this.#replay?.id !== id) return { ok: false, error: 'Another replay was started since.' };
    try {
      return { ok: true, report: await this.#replay.work.more(REPLAY_PIECE_MS) };
    } catch (error) {
      return { ok: false, error: (error as Error).message };
    }
  }

  async #listed(): Promise<readonly ListedRule[]> {
    const { permissions, projects, now } = this.#rooms;
    const [{ rules }, own] = await Promise.all([permissions.current(), projects()]);
    return listedRules(withProjects(rules, own), now());
  }

  async #find(id: string): Promise<ListedRule | undefined> {
    return (await this.#listed()).find((listed) => listed.id === id);
  }

  /** A rule of the person's own file: others are not ours to change. */
  async #findOwn(id: string): Promise<Rule | undefined> {
    const listed = await this.#find(id);
    return listed?.source.from === 'person' ? listed.rule : undefined;
  }

  async #write(
    change: Parameters<PermissionStore['change']>[0],
    onWritten?: (before: string) => void,
  ): Promise<ActionReply> {
    try {
      const before = await this.#rooms.permissions.change(change);
      onWritten?.(before);
    } catch (error) {
      return refused(`${(error as Error).message}.`);
    }
    await this.#rooms.onChange();
    return done;
  }

  #keep(removed: Removed): string {
    const undo = this.#rooms.newId();
    this.#removed.set(undo, removed);
    const [oldest] = this.#removed.keys();
    if (this.#removed.size > MOST_UNDONE && oldest !== undefined) this.#removed.delete(oldest);
    return undo;
  }
}

/** Without and with a rule that is there; a new one; or (with both) the first as it is, and changed into the second. */
function variants(
  listed: ListedRule | undefined,
  put: Rule | undefined,
): readonly [RuleVariant, RuleVariant] {
  const without = listed ? { without: ruleName(listed) } : {};
  return put ? [{}, { ...without, with: put }] : [without, {}];
}

function ruleName({ source: { from, folder }, rule: { key } }: ListedRule): RuleName {
  return folder === undefined ? { from, key } : { from, folder, key };
}

function shippedUnder(key: string): Rule | undefined {
  return SHIPPED_RULES.find((rule) => rule.key === key);
}

/** Under another key, what the old one held back comes free too. */
function mayWiden(was: Rule | undefined, after: Rule): boolean {
  if (widens(was, after)) return true;
  return was !== undefined && was.key !== after.key && widens(was, shippedUnder(was.key));
}
