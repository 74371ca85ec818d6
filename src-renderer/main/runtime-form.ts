/** Checks what a person typed about a runtime, field by field, so that each problem stands beside its field. Main checks again. */
import type { AddRuntime } from '../../src-shared/ipc-contract.ts';
import { strings } from '../strings.ts';

export interface RuntimeFields {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  /** Seconds, as typed; empty for the default. */
  readonly limit: string;
}

export type FieldProblems = { readonly [field in keyof RuntimeFields]?: string };

export type CheckedRuntime =
  | { readonly ok: true; readonly runtime: AddRuntime }
  | { readonly ok: false; readonly problems: FieldProblems };

export function checkRuntime(fields: RuntimeFields): CheckedRuntime {
  const name = fields.name.trim();
  const url = fields.url.trim();
  const limit = fields.limit.trim();
  const found = { name: nameProblem(name), url: urlProblem(url), limit: limitProblem(limit) };
  const problems = Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const runtime = { name, url, token: fields.token.trim() };
  return {
    ok: true,
    runtime: limit === '' ? runtime : { ...runtime, invokeTimeoutMs: Number(limit) * 1000 },
  };
}

function nameProblem(name: string): string | undefined {
  if (name === '') return strings.runtimes.nameMissing;
  return name.length > 80 ? strings.runtimes.nameTooLong : undefined;
}

function urlProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return strings.runtimes.urlBad;
  return url.username || url.password ? strings.runtimes.urlHasSecret : undefined;
}

function limitProblem(text: string): string | undefined {
  if (text === '') return undefined;
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return seconds >= 5 && seconds <= 3600 ? undefined : strings.runtimes.limitBad;
}
