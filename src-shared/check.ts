/** What `doorman check` reads, one JSON line a case, and what it says of each. */

import { z } from 'zod';
import type { DecidedWall } from './action.ts';
import type { ShellScript } from './shell-script.ts';
import type { AskKind, Reason } from './verdict.ts';

const text = z.string().max(1_048_576);

/** A command, judged under the rules of `whitelist` alone; `cwd` counts as an added and trusted folder. */
export const commandCheckSchema = z.object({
  id: z.string().optional(),
  command: text,
  cwd: z.string(),
  home: z.string().optional(),
  whitelist: z.array(z.string()),
});
export type CommandCheck = z.infer<typeof commandCheckSchema>;

/** A path that a file tool was asked for; a relative one is taken from the first root. */
export const pathCheckSchema = z.object({
  id: z.string().optional(),
  path: text,
  op: z.enum(['read', 'list', 'tree']),
  cwd: z.string().optional(),
  home: z.string().optional(),
  allowed_roots: z.array(z.string()),
});
export type PathCheck = z.infer<typeof pathCheckSchema>;

export const checkSchema = z.union([commandCheckSchema, pathCheckSchema]);

/** Of a command: also the wall that it would get. */
export interface Checked extends Partial<DecidedWall> {
  /** `error`: a path that cannot be read at all, so that there is nothing to decide. */
  readonly verdict: 'allow' | 'ask' | 'deny' | 'error';
  readonly kind?: AskKind;
  readonly reasons: readonly Reason[];
  /** Of a command: how it was read. */
  readonly script?: ShellScript;
}

/** Judges without asking anybody and without running anything. */
export interface Checker {
  command(check: CommandCheck): Promise<Checked>;
  path(check: PathCheck): Promise<Checked>;
  /** A command under the rules, folders and settings of this home, or under the rules of a file instead. */
  here(command: string, cwd: string, rulesFile?: string): Promise<Checked | { readonly problem: string }>;
  close(): Promise<void>;
}
