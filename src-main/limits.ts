/**
 * How much agents may ask for at once. These limits protect a person's attention and this machine's memory; no decision
 * depends on them, so that a test may raise them to see what holds beyond.
 */
import { z } from 'zod';

export interface Limits {
  /** Questions that may wait at once: a person cannot answer more, and an agent must not be able to flood them. */
  readonly waiting: number;
  /** Calls of one runtime that may be under way at once; more are refused before anything is opened for them. */
  readonly live: number;
  /** Questions of one run in ten minutes: one in twenty seconds is more than anybody reads with care. */
  readonly runQuestions: number;
  /** Questions of one runtime in that time, since it can make up run ids: room for two busy runs side by side. */
  readonly runtimeQuestions: number;
}

/** DESIGN.md, *Flood*, for `waiting`; the others by the reasons above. */
export const LIMITS: Limits = { waiting: 32, live: 64, runQuestions: 30, runtimeQuestions: 60 };

const SWITCH = '--raised-limits=';
const raisedSchema = z.strictObject({
  waiting: z.int().min(LIMITS.waiting),
  live: z.int().min(LIMITS.live),
  runQuestions: z.int().min(LIMITS.runQuestions),
  runtimeQuestions: z.int().min(LIMITS.runtimeQuestions),
});

/** What a test asked for on the command line that started the app. Throws where that is no set of higher limits. */
export function raisedLimits(argv: readonly string[]): Limits {
  const given = argv.find((argument) => argument.startsWith(SWITCH));
  return given === undefined ? LIMITS : raisedSchema.parse(JSON.parse(given.slice(SWITCH.length)));
}
