/** What the benchmark of the link and its peer process say to each other, outside of what is measured. */

export type Way = 'bare' | 'ours';

/** Where the two servers of the peer listen. */
export interface PeerReady {
  readonly runtimeUrl: string;
  readonly bareUrl: string;
}

/** Calls to make, so many at a time; with `each` the median call counts, without it all of them together. */
export interface RoundOrder {
  readonly way: Way;
  readonly times: number;
  readonly width: number;
  readonly each: boolean;
}

export interface RoundDone {
  /** Microseconds of one call. */
  readonly micros: number;
}

export const BEARER = 'bearer-of-the-benchmark';
