/** A journal in a folder of its own, with the keychain of one person: opened as often as a test wants. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChainKeychain, findStart, readTrust, saveHead } from '../../src-main/journal/chain-start.ts';
import { listFiles } from '../../src-main/journal/file-names.ts';
import { createHeadKeeper, type HeadKeeper } from '../../src-main/journal/head-keeper.ts';
import { type Journal, openJournal } from '../../src-main/journal/journal.ts';
import type { KeptOut } from '../../src-main/journal/redact.ts';
import type { KeepLimits } from '../../src-main/journal/retention.ts';
import { verifyJournal } from '../../src-main/journal/verify.ts';
import { systemClock } from '../../src-main/system-clock.ts';
import type { JournalReport } from '../../src-shared/journal-report.ts';

export interface JournalUnderTest {
  readonly folder: string;
  /** What the next journal is opened with. */
  keychain: ChainKeychain;
  /** Unix milliseconds. */
  now: number;
  limits: KeepLimits;
  keptOut: KeptOut;
  /** As a host does at its start. */
  open(): Promise<Journal>;
  /** Opens, writes so many short lines about calls, and closes. */
  write(lines: number): Promise<void>;
  /** As `doorman journal verify` does. */
  verify(): Promise<JournalReport>;
  /** The names of the files of the chain, oldest first. */
  files(): Promise<readonly string[]>;
  read(name: string): Promise<Buffer>;
  /** Puts other content in place of a file, as somebody who can write files would. */
  replace(name: string, bytes: Buffer): Promise<void>;
  remove(): Promise<void>;
}

/** Keeps out the given values and nothing else. */
export function keptOut(secrets: readonly string[]): KeptOut {
  return { secrets, credentials: { mayHold: () => false, mask: (text) => text } };
}

export const DAY_MS = 24 * 60 * 60 * 1000;

export async function journalUnderTest(folder?: string): Promise<JournalUnderTest> {
  const root = folder ?? (await mkdtemp(join(tmpdir(), 'journal-')));
  const place = join(root, 'journal');
  let calls = 0;
  const under: JournalUnderTest = {
    folder: place,
    keychain: memoryKeychain(),
    now: Date.UTC(2026, 0, 2, 3, 4, 5),
    limits: { keepDays: 90, keepMebibytes: 1024 },
    keptOut: keptOut([]),
    async open() {
      const { keychain } = under;
      return openJournal({
        folder: place,
        start: await findStart(place, keychain),
        head: headKeeper(keychain),
        limits: () => under.limits,
        now: () => under.now,
        keptOut: () => under.keptOut,
        after: systemClock.after,
      });
    },
    async write(lines) {
      const journal = await under.open();
      for (let line = 0; line < lines; line += 1) {
        calls += 1;
        if (!journal.append(`c-${calls}`, received(`input ${calls}`))) throw new Error(journal.problem());
      }
      await journal.close();
    },
    verify: async () => verifyJournal(place, await readTrust(under.keychain)),
    files: async () => (await listFiles(place)).chained,
    read: (name) => readFile(join(place, name)),
    replace: (name, bytes) => writeFile(join(place, name), bytes),
    remove: () => rm(root, { recursive: true, force: true }),
  };
  return under;
}

/** Only the first line and the end of the run are told at once; a kill comes before anything else is. */
function headKeeper(keychain: ChainKeychain): HeadKeeper {
  return createHeadKeeper(
    (head) => saveHead(keychain, head),
    () => () => {},
  );
}

export const received = (input: string) => ({
  step: 'received' as const,
  tool: 'shell_run',
  origin: { door: 'local' as const, caller: 'test' },
  input,
});

/** Keeps secrets as a keychain does. The real one is used by the tests of a whole host. */
export function memoryKeychain(secrets = new Map<string, string>()): ChainKeychain {
  return {
    available: true,
    get: async (name) => secrets.get(name),
    async set(name, secret) {
      secrets.set(name, secret);
      return true;
    },
  };
}

/** As on a machine without a keychain. */
export const noKeychain: ChainKeychain = {
  available: false,
  get: async () => undefined,
  set: async () => false,
};
