/** Why something is not reached, for the answer to a program and for the record of a run. */

export interface NoWay {
  readonly ok: false;
  /** 403: not let there. 502: not reached. 504: not in time. */
  readonly status: 403 | 502 | 504;
  /** Without the place, for a list of places. */
  readonly why: string;
}

export function noWay(code: string, why: string): NoWay {
  return { ok: false, status: code === 'ETIMEDOUT' ? 504 : 502, why };
}

/** The system's code of an error. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
