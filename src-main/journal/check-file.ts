/** Checks the lines of one file of the chain, one after the other: each state follows from the one before and a line. */
import {
  type JournalOpened,
  type JournalPosition,
  linkingNoteSchema,
} from '../../src-shared/journal-entry.ts';
import type { JournalDamage } from '../../src-shared/journal-report.ts';
import { type ChainKey, type SealedLine, unseal } from './chain.ts';

/** A line that was seen, with those before it. */
interface Link {
  readonly seq: number;
  readonly mac: string;
  readonly before: Link | undefined;
}

/** The first line that is wrong. What exactly is wrong may only show in the lines after it. */
interface Damage {
  readonly line: number;
  readonly what: JournalDamage;
  /** The number that should have stood there, where another did, and the last good line. */
  readonly instead?: { readonly expected: number; readonly found: number };
}

export interface FileState {
  readonly name: string;
  /** Without one, or for a file that names another key, the MACs themselves cannot be checked. */
  readonly key: ChainKey | undefined;
  readonly lines: number;
  /** With the line breaks. */
  readonly bytes: number;
  readonly last: Link | undefined;
  /** The last line before anything was wrong. */
  readonly good: Link | undefined;
  readonly opened: JournalOpened | undefined;
  /** The oldest file that was kept, by the last line that says so. */
  readonly begins: string | undefined;
  readonly damage: Damage | undefined;
}

export function beginFile(name: string, key: ChainKey | undefined): FileState {
  const nothing = {
    last: undefined,
    good: undefined,
    opened: undefined,
    begins: undefined,
    damage: undefined,
  };
  return { name, key, lines: 0, bytes: 0, ...nothing };
}

/** The next line, without its line break. */
export function checkLine(state: FileState, bytes: Buffer): FileState {
  const next = { ...state, lines: state.lines + 1, bytes: state.bytes + bytes.length + 1 };
  const sealed = unseal(bytes);
  if (state.lines === 0) return checkFirst(next, sealed);
  if (state.damage) return followDamage(next, state.damage, sealed);
  const { last } = state;
  const expected = (last?.seq ?? 0) + 1;
  if (!sealed) {
    return { ...next, damage: wrong(next, 'edited', { expected, found: expected }) };
  }
  const link = { seq: sealed.seq, mac: sealed.mac, before: last };
  if (sealed.seq !== expected) {
    const instead = { expected, found: sealed.seq };
    return { ...next, last: link, damage: wrong(next, outOfOrder(sealed, expected, last), instead) };
  }
  if (!follows(next, last, sealed)) {
    const instead = { expected, found: expected };
    return { ...next, last: link, damage: wrong(next, 'edited', instead) };
  }
  return { ...next, last: link, good: link, begins: beginsIn(sealed) ?? state.begins };
}

/** Where the file ends, as far as its lines tell. */
export function endOf(state: FileState): JournalPosition | undefined {
  return positionOf(state, state.last);
}

/** The last line before anything was wrong. */
export function goodEndOf(state: FileState): JournalPosition | undefined {
  return positionOf(state, state.good);
}

function positionOf({ opened, name }: FileState, link: Link | undefined): JournalPosition | undefined {
  return link && opened ? { file: name, seq: link.seq, mac: link.mac, key: opened.key } : undefined;
}

/** The MAC of the line with this number, if it is in the file. */
export function macAt(state: FileState, seq: number): string | undefined {
  return linkAt(state.last, seq)?.mac;
}

/** True where the MACs of the file could be checked. */
export function isOwn(state: FileState): boolean {
  return state.key !== undefined && state.opened?.key === state.key.id;
}

function checkFirst(state: FileState, sealed: SealedLine | undefined): FileState {
  const opened = sealed && linkingNote(sealed);
  if (!sealed) return { ...state, damage: wrong(state, 'edited') };
  const link = { seq: sealed.seq, mac: sealed.mac, before: undefined };
  if (opened?.note !== 'opened') {
    const what = LATER_LINE.test(start(sealed)) ? 'removed' : 'edited';
    return { ...state, last: link, damage: wrong(state, what) };
  }
  const next = { ...state, last: link, opened, begins: opened.begins };
  const expected = (opened.previous?.seq ?? 0) + 1;
  const fits = opened.file === state.name && sealed.seq === expected;
  const authentic = !isOwn(next) || next.key?.mac(opened.previous?.mac ?? '', sealed.body) === sealed.mac;
  return fits && authentic ? { ...next, good: link } : { ...next, damage: wrong(next, 'edited') };
}

/** A file that names another key, but has lines of ours, had its first line edited. */
function follows(state: FileState, last: Link | undefined, sealed: SealedLine): boolean {
  if (!state.key || !last) return true;
  return isOwn(state) === (state.key.mac(last.mac, sealed.body) === sealed.mac);
}

function wrong(state: FileState, what: JournalDamage, instead?: Damage['instead']): Damage {
  if (state.opened && state.key && !isOwn(state)) return { line: 1, what: 'edited' };
  return { line: state.lines, what, ...(instead ? { instead } : {}) };
}

function outOfOrder(sealed: SealedLine, expected: number, good: Link | undefined): JournalDamage {
  if (sealed.seq > expected) return 'removed';
  return linkAt(good, sealed.seq)?.mac === sealed.mac ? 'duplicated' : 'edited';
}

/** Goes on after the first wrong line, to find out what became of it and where the file ends. */
function followDamage(state: FileState, damage: Damage, sealed: SealedLine | undefined): FileState {
  if (!sealed) return state;
  const link = { seq: sealed.seq, mac: sealed.mac, before: state.last };
  const next = { ...state, last: link, begins: beginsIn(sealed) ?? state.begins };
  return { ...next, damage: explained(state, damage, sealed) };
}

function explained(state: FileState, damage: Damage, sealed: SealedLine): Damage {
  const { line, instead } = damage;
  if (!instead)
    return line === 1 && damage.what === 'removed' && opens(sealed) ? { line, what: 'reordered' } : damage;
  const { expected, found } = instead;
  const isNext = state.lines === line + 1;
  const chains = (link: Link | undefined) =>
    link !== undefined && state.key !== undefined && state.key.mac(link.mac, sealed.body) === sealed.mac;
  // What should have stood there follows at once: the line before is one too many.
  if (isNext && damage.what === 'edited' && sealed.seq === expected && chains(state.good)) {
    return { line, what: 'added' };
  }
  // The chain goes on as if nothing had happened: only the number was changed.
  if (isNext && sealed.seq === expected + 1 && chains(state.last)) return { line, what: 'edited' };
  if (sealed.seq >= expected && sealed.seq < found) return { line, what: 'reordered' };
  return damage;
}

function linkAt(last: Link | undefined, seq: number): Link | undefined {
  let link = last;
  while (link && link.seq !== seq) link = link.before;
  return link;
}

/** Notes begin with their kind right after the time, so that other lines need not be parsed. */
const LINKING_NOTE = /^\{"seq":\d+,"at":"[^"]*","note":"(?:opened|retired)"/;

/** What can only stand after the first line. */
const LATER_LINE = /^\{"seq":\d+,"at":"[^"]*",(?:"call":|"note":"(?:retired|torn|damage)")/;

function start(sealed: SealedLine): string {
  return sealed.body.toString('latin1', 0, 100);
}

function opens(sealed: SealedLine): boolean {
  return linkingNote(sealed)?.note === 'opened';
}

function linkingNote(sealed: SealedLine) {
  if (!LINKING_NOTE.test(start(sealed))) return undefined;
  try {
    return linkingNoteSchema.safeParse(JSON.parse(`${sealed.body.toString('utf8')}}`)).data;
  } catch {
    return undefined;
  }
}

function beginsIn(sealed: SealedLine): string | undefined {
  return linkingNote(sealed)?.begins;
}
