/** Tells main where the button for one yes stands, for as long as it is shown, and learns whether a press there counts by now. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ArmReply, YesRequest } from '../../src-shared/approval.ts';
import { type ApprovalBridge, problemText } from '../bridge.ts';
import { hasAllowKey } from './allow-key.ts';
import { isSamePlace, type Place, placeOf } from './place-of.ts';

/** How often main is asked while nothing changes here, in milliseconds: it may have seen the window lose the keyboard. */
const ASK_AGAIN_MS = 500;

/** What may move a button, or bring it under the pointer, or give it the keyboard. */
const MAY_MOVE = ['scroll', 'resize', 'pointermove', 'focusin', 'focusout'] as const;

const NOT_IN_VIEW: ArmReply = { kind: 'waits', for: 'place' };

export interface YesPlaceSpec {
  readonly bridge: ApprovalBridge;
  readonly request: YesRequest;
  /** Ctrl+Enter presses it, unless another one has the keyboard. */
  readonly isMain: boolean;
  /** False where the page itself knows that it cannot be allowed yet, or any more. */
  readonly ready: boolean;
}

export interface YesPlaceHandle {
  readonly arming: ArmReply;
  /** Whether a press that begins now counts. Looks once more where the button is. */
  readonly isLive: () => boolean;
}

/** The main part is in main (`safe-yes.ts`): what is shown here is its answer, not a clock of this page. */
export function useYesPlace(element: RefObject<HTMLElement | null>, spec: YesPlaceSpec): YesPlaceHandle {
  const [arming, setArming] = useState<ArmReply>(NOT_IN_VIEW);
  const latest = useRef(spec);
  const reporter = useRef<Reporter>(undefined);
  const meaning = JSON.stringify(spec.request);
  useLayoutEffect(() => {
    latest.current = spec;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another meaning is another yes: it arms anew.
  useEffect(() => {
    if (!spec.ready) return;
    const made = new Reporter(element, () => latest.current, setArming);
    reporter.current = made;
    const stopListening = listen(made, element.current);
    made.ask();
    return () => {
      made.end();
      stopListening();
      reporter.current = undefined;
      setArming(NOT_IN_VIEW);
    };
  }, [element, spec.ready, meaning]);
  // Whatever drew this button anew may have moved it.
  useLayoutEffect(() => reporter.current?.look());
  const isLive = useCallback(() => reporter.current?.isLive() ?? false, []);
  return { arming, isLive };
}

function listen(reporter: Reporter, element: HTMLElement | null): () => void {
  const look = () => reporter.look();
  const askAnew = () => reporter.askAnew();
  const sizes = new ResizeObserver(look);
  if (element !== null) sizes.observe(element);
  for (const sign of MAY_MOVE) window.addEventListener(sign, look, { capture: true, passive: true });
  for (const sign of ['focus', 'blur']) window.addEventListener(sign, askAnew);
  document.addEventListener('visibilitychange', askAnew);
  return () => {
    sizes.disconnect();
    for (const sign of MAY_MOVE) window.removeEventListener(sign, look, { capture: true });
    for (const sign of ['focus', 'blur']) window.removeEventListener(sign, askAnew);
    document.removeEventListener('visibilitychange', askAnew);
  };
}

/** One button in one meaning. */
class Reporter {
  readonly #element: RefObject<HTMLElement | null>;
  readonly #spec: () => YesPlaceSpec;
  readonly #tell: (arming: ArmReply) => void;
  #place: Place | undefined;
  #shortcut = false;
  #arming: ArmReply = NOT_IN_VIEW;
  #round = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    element: RefObject<HTMLElement | null>,
    spec: () => YesPlaceSpec,
    tell: (arming: ArmReply) => void,
  ) {
    this.#element = element;
    this.#spec = spec;
    this.#tell = tell;
  }

  /** Reports again if something is not as it was reported. */
  look(): void {
    const { place, shortcut } = this.#now();
    if (!isSamePlace(place, this.#place) || shortcut !== this.#shortcut) this.ask();
  }

  isLive(): boolean {
    this.look();
    return this.#arming.kind === 'armed';
  }

  /** What main said before holds no more. */
  askAnew(): void {
    this.#say(NOT_IN_VIEW);
    this.ask();
  }

  ask(): void {
    clearTimeout(this.#timer);
    this.#round += 1;
    const round = this.#round;
    const { place, shortcut } = this.#now();
    const moved = !isSamePlace(place, this.#place);
    this.#place = place;
    this.#shortcut = shortcut;
    if (place === undefined || document.hidden) {
      this.#set(NOT_IN_VIEW, ASK_AGAIN_MS);
      return;
    }
    if (moved) this.#say(NOT_IN_VIEW);
    const { bridge, request } = this.#spec();
    void bridge
      .call('approval:arm', { ...request, place, shortcut })
      .catch((problem: unknown): ArmReply => ({ kind: 'refused', why: problemText(problem) }))
      .then((arming) => {
        if (round === this.#round) this.#set(arming, 'ms' in arming ? arming.ms : ASK_AGAIN_MS);
      });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#round = Number.NaN;
  }

  #now() {
    const element = this.#element.current;
    const place = element === null ? undefined : placeOf(element);
    return { place, shortcut: hasAllowKey(element, this.#spec().isMain) };
  }

  #set(arming: ArmReply, nextIn: number): void {
    this.#say(arming);
    this.#timer = setTimeout(() => this.ask(), nextIn);
  }

  #say(arming: ArmReply): void {
    const same = JSON.stringify(arming) === JSON.stringify(this.#arming);
    this.#arming = arming;
    if (!same) this.#tell(arming);
  }
}
