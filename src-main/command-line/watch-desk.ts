/** One waiting call at a time before a person at a terminal, and what their keys do with it. */
import type { StandingCard } from '../../src-shared/approval.ts';
import type { WatchReply } from '../../src-shared/control.ts';
import { denialOf } from '../../src-shared/denial.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { describeCard, doneWord } from './card-words.ts';
import { control } from './client.ts';
import type { CommandContext } from './command.ts';

/** What is pressed at a terminal. */
export interface Keys {
  /** The next single key; undefined at the end of input. What is pasted is no key. */
  next(): Promise<string | undefined>;
  /** A line that is typed and shown, or undefined where it is called off. */
  line(prompt: string): Promise<string | undefined>;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** As in the window: a card must have been in sight for so long before it can be allowed. Milliseconds (DESIGN.md). */
const SEEN_MS = 500;

const CTRL_C = String.fromCharCode(3);
const CTRL_D = String.fromCharCode(4);

export class WatchDesk {
  readonly #context: CommandContext;
  readonly #keys: Keys;
  readonly #now: () => number;
  #seen: WatchReply = { seq: 0, cards: [], windowOnly: {} };
  #shown: StandingCard | undefined;
  #shownAt = 0;
  /** What the person went past, until there is nothing else. */
  readonly #passed = new Set<string>();
  #saidEmpty = false;

  constructor(context: CommandContext, keys: Keys, now: () => number) {
    this.#context = context;
    this.#keys = keys;
    this.#now = now;
  }

  /** Takes in what waits now. What is shown stays as long as it waits unchanged. */
  show(seen: WatchReply): void {
    this.#seen = seen;
    const shown = this.#shown;
    if (shown && this.#still(shown)) return;
    if (shown) this.#context.out('  It waits no longer.');
    this.#next();
  }

  /** Resolves when what the key stands for is done. */
  async press(key: string): Promise<'quit' | 'on'> {
    if (key === 'q' || key === CTRL_C || key === CTRL_D) return 'quit';
    const card = this.#shown;
    if (!card) return 'on';
    if (key === 'n') this.#pass(card);
    else if (key === 'd') await this.#deny(card, undefined);
    else if (key === 'r') await this.#denyWithReason(card);
    else if (key === 'a' && this.#mayAllow(card)) await this.#allow(card);
    else this.#context.out(this.#keyLine(card));
    return 'on';
  }

  #still({ callId, digest }: StandingCard): boolean {
    return this.#seen.cards.some((card) => card.callId === callId && card.digest === digest);
  }

  #next(): void {
    const { cards } = this.#seen;
    if (cards.every(({ callId }) => this.#passed.has(callId))) this.#passed.clear();
    this.#shown = cards.find(({ callId }) => !this.#passed.has(callId));
    this.#shownAt = this.#now();
    if (this.#shown) {
      this.#saidEmpty = false;
      const more = cards.length > 1 ? ` (of ${cards.length} that wait)` : '';
      this.#context.out(`\n${describeCard(this.#shown, this.#now())}\n${this.#keyLine(this.#shown)}${more}`);
    } else if (!this.#saidEmpty) {
      this.#saidEmpty = true;
      this.#context.out('Nothing waits. [q]uit');
    }
  }

  #keyLine(card: StandingCard): string {
    const why = this.#seen.windowOnly[card.callId];
    const allow = this.#mayAllow(card) ? '[a]llow  ' : '';
    const where = card.question ? `  doorman approvals reply ${card.callId}` : why ? `  ${why}` : '';
    return `  ${allow}[d]eny  deny with a [r]eason  [n]ext  [q]uit${where}`;
  }

  #mayAllow({ callId, question }: StandingCard): boolean {
    return question === undefined && this.#seen.windowOnly[callId] === undefined;
  }

  #pass({ callId }: StandingCard): void {
    this.#passed.add(callId);
    this.#next();
  }

  async #denyWithReason(card: StandingCard): Promise<void> {
    const reason = await this.#keys.line('  Reason: ');
    if (reason === undefined || reason.trim() === '') this.#context.out('  Not denied.');
    else await this.#deny(card, reason.trim());
  }

  /** All the calls that were shown on it; those that came since are no part of it. */
  async #deny(card: StandingCard, reason: string | undefined): Promise<void> {
    const { socket } = this.#context.paths;
    const denial = denialOf({ reason, advice: undefined });
    for (const callId of card.callIds) {
      const reply = await control<'deny'>(socket, { command: 'deny', callId, ...denial });
      this.#say(card, reply, false);
    }
  }

  /** What must be looked at wants a word that no slip of a finger writes. */
  async #allow(card: StandingCard): Promise<void> {
    const { callId, digest, ask } = card;
    if (this.#now() - this.#shownAt < SEEN_MS) {
      this.#context.out('  It has only just come into sight: look at it, then press again.');
      return;
    }
    if (ask === 'must-look') {
      const word = await this.#keys.line('  It must be looked at. Type yes to allow it: ');
      if (word?.trim() !== 'yes') return this.#context.out('  Not allowed.');
    }
    const { socket } = this.#context.paths;
    const reply = await control<'allow'>(socket, { command: 'allow', callId, digest });
    this.#say(card, reply, true);
  }

  /** What was settled is shown no more; what comes next is shown when the host says what waits now. */
  #say(card: StandingCard, reply: { ok: true } | { ok: false; error: string }, yes: boolean): void {
    this.#context.out(`  ${reply.ok ? `${doneWord(card, yes)}: ${visibleText(card.summary)}` : reply.error}`);
    if (reply.ok && this.#shown === card) this.#shown = undefined;
  }
}
