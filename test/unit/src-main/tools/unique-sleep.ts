/** Makes a number that tells the processes of one test from all others. */
import { randomInt } from 'node:crypto';

/** A number of seconds that no other process sleeps for. */
export const uniqueSleep = (): string => `${randomInt(100_000, 999_999)}.${randomInt(100_000, 999_999)}`;
