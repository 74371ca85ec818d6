/**
 * Whether something was ended from outside, and why. Every call has two of these and most are never used, so they are
 * made of nothing: an AbortSignal, with its events, costs as much as the judgement on a call.
 */

/** The part of an AbortSignal that is used here; an AbortSignal is one, too. */
export interface EndSignal {
  readonly aborted: boolean;
  /** Undefined until then. */
  readonly reason: unknown;
  /** Called once, at the end; never for an end that was before. */
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

class Signal implements EndSignal {
  aborted = false;
  reason: unknown;
  listeners: (() => void)[] = [];

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.aborted) this.listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.listeners.indexOf(listener);
    if (at >= 0) this.listeners.splice(at, 1);
  }
}

/** Ends what holds its signal, once. */
export class EndSwitch {
  readonly #signal = new Signal();

  get signal(): EndSignal {
    return this.#signal;
  }

  /** Only the first reason counts. A listener that throws is a bug, and costs the others nothing. */
  abort(reason: unknown): void {
    const signal = this.#signal;
    if (signal.aborted) return;
    signal.aborted = true;
    signal.reason = reason;
    for (const listener of signal.listeners.splice(0)) {
      try {
        listener();
      } catch (error) {
        void Promise.reject(error);
      }
    }
  }
}

/** Ends with whichever ends first. */
export function endOfEither(...signals: readonly EndSignal[]): EndSignal {
  const either = new EndSwitch();
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason);
    else signal.addEventListener('abort', () => either.abort(signal.reason), { once: true });
  }
  return either.signal;
}
