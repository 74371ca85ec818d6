/** The worker that reads one permission file, or adds one rule to its text, and ends. Whatever shape the text has, only it waits. */
import { parentPort, workerData } from 'node:worker_threads';
import type { RuleSuggestion } from '../../src-shared/verdict.ts';
import { addRule, type ReadPermissions, readPermissions } from './permission-file.ts';

/** What the worker is started with. */
export interface ReadRequest {
  readonly text: string;
  /** With it, the text is not only read: the rule is added where the text can be read. */
  readonly add?: RuleSuggestion;
}

export interface ReadReply {
  readonly read: ReadPermissions;
  /** The whole new text, where a rule was to be added and could be. */
  readonly text?: string;
}

function answer({ text, add }: ReadRequest): ReadReply {
  const read = readPermissions(text);
  return add && read.ok ? { read, text: addRule(text, add) } : { read };
}

parentPort?.postMessage(answer(workerData as ReadRequest));
