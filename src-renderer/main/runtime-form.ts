/** Checks what a person typed about a runtime, field by field, so that each problem stands beside its field. Main checks again. */

import type { RuntimeView } from '../../src-shared/app-state.ts';
import { tokenProblem } from '../../src-shared/bearer.ts';
import type { AddRuntime, SetRuntime } from '../../src-shared/ipc-contract.ts';
import {
  type BearerWay,
  DEFAULT_INVOKE_TIMEOUT_MS,
  type Mode,
  machineNameSchema,
} from '../../src-shared/settings.ts';
import { strings } from '../strings.ts';

const words = strings.runtimes;

export interface RuntimeFields {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  /** Seconds, as typed; empty for the default. */
  readonly limit: string;
  readonly machine: string;
  readonly bearerBy: BearerWay;
  /** Empty: the mode of all. */
  readonly mode: Mode | '';
  readonly caFile: string;
}

export type FieldProblems = { readonly [field in keyof RuntimeFields]?: string };

export type CheckedRuntime =
  | { readonly ok: true; readonly runtime: AddRuntime }
  | { readonly ok: false; readonly problems: FieldProblems };

export function checkRuntime(fields: RuntimeFields): CheckedRuntime {
  const { bearerBy, mode } = fields;
  const [name, url, token] = [fields.name.trim(), fields.url.trim(), fields.token.trim()];
  const [limit, machine, caFile] = [fields.limit.trim(), fields.machine.trim(), fields.caFile.trim()];
  const found: FieldProblems = given({
    name: nameProblem(name),
    url: urlProblem(url),
    token: tokenProblemOf(token, bearerBy),
    ...choiceProblems(limit, machine, caFile),
  });
  if (Object.keys(found).length > 0) return { ok: false, problems: found };
  const chosen = given({
    invokeTimeoutMs: limit === '' ? undefined : Number(limit) * 1000,
    machine: machine || undefined,
    bearerBy: bearerBy === 'header' ? undefined : bearerBy,
    mode: mode || undefined,
    caFile: caFile || undefined,
  });
  return { ok: true, runtime: { name, url, token, ...chosen } };
}

function choiceProblems(limit: string, machine: string, caFile: string): FieldProblems {
  return given({
    limit: limitProblem(limit),
    machine: machine === '' || machineNameSchema.safeParse(machine).success ? undefined : words.machineBad,
    caFile: caFile === '' || /^(\/|[A-Za-z]:\\)/.test(caFile) ? undefined : words.caFileBad,
  });
}

/** What can be changed of a runtime, as it is typed. Its token has a form of its own. */
export function fieldsOf({
  name,
  url,
  invokeTimeoutMs,
  machine,
  bearerBy,
  mode,
  caFile,
}: RuntimeView): RuntimeFields {
  const limit = String(invokeTimeoutMs / 1000);
  return {
    name,
    url,
    token: '',
    limit,
    machine: machine ?? '',
    bearerBy,
    mode: mode ?? '',
    caFile: caFile ?? '',
  };
}

export type CheckedChanges =
  | { readonly ok: true; readonly request: SetRuntime }
  | { readonly ok: false; readonly problems: FieldProblems };

/** Everything that the form shows is sent, so that what the person sees is what will be. */
export function changesOf({ profileId }: RuntimeView, fields: RuntimeFields): CheckedChanges {
  const [limit, machine, caFile] = [fields.limit.trim(), fields.machine.trim(), fields.caFile.trim()];
  const problems = choiceProblems(limit, machine, caFile);
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  return {
    ok: true,
    request: {
      profileId,
      invokeTimeoutMs: limit === '' ? DEFAULT_INVOKE_TIMEOUT_MS : Number(limit) * 1000,
      machine: machine || null,
      bearerBy: fields.bearerBy,
      mode: fields.mode || null,
      caFile: caFile || null,
    },
  };
}

/** Without the fields that hold nothing. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** What is wrong with a token, in the words of this window. */
export function tokenProblemOf(token: string, way: BearerWay): string | undefined {
  if (tokenProblem(token, 'header') !== undefined) return words.tokenNoHeader;
  return tokenProblem(token, way) === undefined ? undefined : words.tokenNoProtocol;
}

function nameProblem(name: string): string | undefined {
  if (name === '') return strings.runtimes.nameMissing;
  return name.length > 80 ? strings.runtimes.nameTooLong : undefined;
}

function urlProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return strings.runtimes.urlBad;
  return url.username || url.password || /[?#]/.test(text) ? strings.runtimes.urlHasSecret : undefined;
}

function limitProblem(text: string): string | undefined {
  if (text === '') return undefined;
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return seconds >= 5 && seconds <= 3600 ? undefined : strings.runtimes.limitBad;
}
