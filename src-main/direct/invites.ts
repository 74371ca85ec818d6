/**
 * Invite codes: each works once, for a short time, and for few attempts in all, because the published frame that
 * carries one has no protection against being sent again. They are kept in memory; a restart ends them.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { InviteView } from '../../src-shared/contact.ts';

/** How long a code can be used. Milliseconds. */
export const INVITE_LASTS_MS = 15 * 60_000;

/** Wrong codes, from whomever, after which an open invite is over: with 50 bits in a code nobody guesses one. */
export const INVITE_ATTEMPTS = 5;

const MOST_OPEN = 10;

/** Without the characters that people confuse. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 2;
const GROUP_LENGTH = 5;

interface Invite extends InviteView {
  readonly digest: Buffer;
  readonly tools?: readonly string[] | undefined;
}

export interface Redeemed {
  readonly name: string;
  readonly tools?: readonly string[] | undefined;
}

export class Invites {
  readonly #now: () => number;
  readonly #newId: () => string;
  readonly #onChange: () => void;
  #open: Invite[] = [];

  /** @param now Unix milliseconds */
  constructor(rooms: { now: () => number; newId: () => string; onChange: () => void }) {
    this.#now = rooms.now;
    this.#newId = rooms.newId;
    this.#onChange = rooms.onChange;
  }

  /** The code is told here and never again; nothing where too many are open. */
  make(name: string, tools?: readonly string[]): { readonly code: string; readonly id: string } | undefined {
    if (this.list().length >= MOST_OPEN) return undefined;
    const code = newCode();
    const id = this.#newId();
    const expiresAt = this.#now() + INVITE_LASTS_MS;
    this.#open.push({ id, name, tools, expiresAt, attemptsLeft: INVITE_ATTEMPTS, digest: digestOf(code) });
    this.#onChange();
    return { code, id };
  }

  list(): readonly InviteView[] {
    this.#open = this.#open.filter(
      ({ expiresAt, attemptsLeft }) => expiresAt > this.#now() && attemptsLeft > 0,
    );
    return this.#open.map(({ id, name, expiresAt, attemptsLeft }) => ({ id, name, expiresAt, attemptsLeft }));
  }

  withdraw(id: string): boolean {
    const left = this.#open.filter((invite) => invite.id !== id);
    const found = left.length < this.#open.length;
    this.#open = left;
    if (found) this.#onChange();
    return found;
  }

  /** Uses the invite up. A wrong code counts against every open one. */
  redeem(code: string): Redeemed | undefined {
    if (this.list().length === 0) return undefined;
    const digest = digestOf(code);
    const found = this.#open.find((invite) => timingSafeEqual(invite.digest, digest));
    this.#open = found
      ? this.#open.filter((invite) => invite !== found)
      : this.#open.map((invite) => ({ ...invite, attemptsLeft: invite.attemptsLeft - 1 }));
    this.#onChange();
    return found && { name: found.name, tools: found.tools };
  }
}

function newCode(): string {
  const letter = () => ALPHABET[randomInt(ALPHABET.length)];
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** A person types codes in any case, with or without the dash. */
function digestOf(code: string): Buffer {
  return createHash('sha256')
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest();
}
