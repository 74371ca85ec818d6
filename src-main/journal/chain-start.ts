/** Finds out, before a host takes calls, where the chain stands: with which key it goes on, from which line, in which file. */
import { headSchema, type JournalPosition } from '../../src-shared/journal-entry.ts';
import type { JournalFinding } from '../../src-shared/journal-report.ts';
import { type ChainKey, chainKey, KEY_BYTES, newSecret } from './chain.ts';
import { endOf, type FileState, goodEndOf, isOwn, macAt } from './check-file.ts';
import { type JournalFiles, listFiles, numberOf } from './file-names.ts';
import { type CheckedFile, checkFile, isEmpty, type Trust } from './verify.ts';

/** The part of a keychain that is used. */
export interface ChainKeychain {
  readonly available: boolean;
  get(name: string): Promise<string | undefined>;
  /** False when the secret is kept for this run only. */
  set(name: string, secret: string): Promise<boolean>;
}

const KEY_NAME = 'journal-key';
const HEAD_NAME = 'journal-head';

/** Where to go on in a file that is there. */
export interface Resume {
  readonly file: string;
  /** How much of it is whole lines. Bytes. */
  readonly whole: number;
  /** What follows the last whole line. */
  readonly torn: Buffer;
}

export interface ChainStart {
  readonly key: ChainKey;
  /** True when the key is in the keychain, so that a later check can prove something. */
  readonly keyKept: boolean;
  /** The line that the next one follows. */
  readonly last: JournalPosition | undefined;
  /** The number of the newest file. */
  readonly number: number;
  /** Without it the next line begins a new file. */
  readonly resume: Resume | undefined;
  /** The oldest file that is kept. */
  readonly begins: string | undefined;
  readonly before: readonly string[];
  /** What the keychain knew, where the newest file has another key. */
  readonly knownHead: JournalPosition | undefined;
  /** Bytes behind the last whole line of a newest file that is not gone on with. */
  readonly leftBehind: number;
  readonly damage: JournalFinding | undefined;
  /** True where the newest file is chained with another key, so that nothing of it is proven. */
  readonly otherKey: boolean;
  /** Lines of the newest file that were checked. */
  readonly checkedLines: number;
}

/** What the keychain has, as it stands there: it can be handed to a worker. */
export interface TrustTexts {
  readonly key: string | undefined;
  readonly head: string | undefined;
  /** True where the keychain did not answer. */
  readonly locked: boolean;
}

/** Reads what the keychain has; whatever goes wrong there means that there is no key. */
export async function readTrustTexts(keychain: ChainKeychain): Promise<TrustTexts> {
  try {
    const [key, head] = [await keychain.get(KEY_NAME), await keychain.get(HEAD_NAME)];
    return { key, head, locked: !keychain.available };
  } catch {
    return { key: undefined, head: undefined, locked: true };
  }
}

export function parseTrust(texts: TrustTexts): Trust {
  const key = parseKey(texts.key);
  const head = parseHead(texts.head);
  // A head of an earlier key says nothing of this one.
  return { key, head: head?.key === key?.id ? head : undefined };
}

/** Both in one. */
export async function readTrust(keychain: ChainKeychain): Promise<Trust & { readonly locked: boolean }> {
  const texts = await readTrustTexts(keychain);
  return { ...parseTrust(texts), locked: texts.locked };
}

export async function saveHead(keychain: ChainKeychain, head: JournalPosition): Promise<boolean> {
  return keychain.set(HEAD_NAME, JSON.stringify(head));
}

/**
 * Checks the newest file and the head; older files are for a whole check. Never rejects: what is wrong is `damage`.
 * A key is made where the keychain has none; a keychain that does not answer is never given a new one.
 */
export async function findStart(folder: string, keychain: ChainKeychain): Promise<ChainStart> {
  const trust = await readTrust(keychain);
  const key = trust.key ? { key: trust.key, keyKept: true } : await makeKey(keychain, trust.locked);
  const files = await listFiles(folder).catch(() => ({ before: [], chained: [] }));
  for (const name of files.chained.toReversed()) {
    const checked = await checkFile(folder, name, key.key).catch(() => undefined);
    if (checked && !isEmpty(checked)) return fromNewest(key, files, trust.head, checked);
  }
  return withoutFiles(key, files, trust.head);
}

async function makeKey(keychain: ChainKeychain, locked: boolean) {
  const secret = newSecret();
  const keyKept = !locked && (await keychain.set(KEY_NAME, secret.toString('base64url')));
  return { key: chainKey(secret), keyKept };
}

type Key = Pick<ChainStart, 'key' | 'keyKept'>;

function withoutFiles(key: Key, files: JournalFiles, head: JournalPosition | undefined): ChainStart {
  return {
    ...key,
    last: head,
    number: newestNumber(files, head),
    resume: undefined,
    // Naming the file that is gone is what makes every later check miss it.
    begins: head?.file ?? files.before[0],
    before: files.before,
    knownHead: undefined,
    leftBehind: 0,
    damage: head && { file: head.file, what: 'missing' },
    otherKey: false,
    checkedLines: 0,
  };
}

function fromNewest(
  key: Key,
  files: JournalFiles,
  head: JournalPosition | undefined,
  { state, rest }: CheckedFile,
): ChainStart {
  const own = isOwn(state);
  const damage = damageOf(state, head);
  const good = goodEndOf(state);
  // Of a file with another key nothing is proven: what the keychain knew stands beside it.
  const otherKey = state.opened !== undefined && !own && !damage;
  return {
    ...key,
    // What is missing before the head must stay missed: the next file says that the one before went as far as that.
    last: head && !otherKey && (good?.seq ?? 0) < head.seq ? head : good,
    number: newestNumber(files, head),
    resume: own && !damage ? { file: state.name, whole: state.bytes, torn: rest } : undefined,
    begins: state.begins ?? files.before[0] ?? files.chained[0],
    before: files.before,
    knownHead: otherKey ? head : undefined,
    leftBehind: own && !damage ? 0 : rest.length,
    damage,
    otherKey,
    checkedLines: state.lines,
  };
}

function newestNumber({ chained }: JournalFiles, head: JournalPosition | undefined): number {
  return Math.max(numberOf(chained.at(-1) ?? ''), numberOf(head?.file ?? ''));
}

function damageOf(state: FileState, head: JournalPosition | undefined): JournalFinding | undefined {
  const { name: file, damage, opened, lines } = state;
  if (damage) return { file, line: damage.line, what: damage.what };
  const end = endOf(state);
  if (!head) return undefined;
  if (numberOf(head.file) > numberOf(file)) return { file: head.file, what: 'missing' };
  if (!end || end.seq < head.seq) return { file, line: lines + 1, what: 'cut' };
  if (head.file === file) {
    if (opened?.key !== head.key) return { file, line: 1, what: 'edited' };
    return macAt(state, head.seq) === head.mac ? undefined : { file, what: 'edited' };
  }
  return head.seq > (opened?.previous?.seq ?? 0) ? { file, line: 1, what: 'edited' } : undefined;
}

function parseKey(text: string | undefined): ChainKey | undefined {
  const secret = Buffer.from(text ?? '', 'base64url');
  return secret.length === KEY_BYTES ? chainKey(secret) : undefined;
}

function parseHead(text: string | undefined): JournalPosition | undefined {
  try {
    return headSchema.safeParse(JSON.parse(text ?? 'null')).data;
  } catch {
    return undefined;
  }
}
