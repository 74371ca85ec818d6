/**
 * Tells a person's press in a window from a call that a script made by itself, and what the press was: which key or
 * where the pointer, since when, and until when. Main hears all of it from Electron, the page has no say in it.
 */

/** How long one press lets the page act, in milliseconds (DESIGN.md, 'The safe yes': input "at that moment"). */
export const INPUT_LASTS_MS = 1000;

/**
 * Presses only: moving the pointer over a window, or scrolling it, is no decision. A page hears of a click when the
 * button comes up, so that counts; of a key it can hear when it goes down, and its way up must not stand for a second act.
 */
const PRESSES = new Set(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'touchStart', 'touchEnd']);

/** A place in the page, in its own (CSS) pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A press that may carry a yes: of the left button, or of the key that allows. */
export interface Press {
  readonly by: 'pointer' | 'Ctrl+Enter';
  readonly downAt: number;
  /** Where the pointer was on the way down. Keys have no place. */
  readonly downPoint: Point | undefined;
  /** Missing while it is still held. */
  readonly upAt: number | undefined;
  readonly upPoint: Point | undefined;
}

/** The part of Electron's `input-event` that is looked at. */
export interface WindowInput {
  readonly type: string;
  readonly modifiers?: readonly string[];
}

/** The part of Electron's `before-input-event` that is looked at. */
export interface KeyInput {
  readonly type: string;
  readonly key: string;
  readonly isAutoRepeat: boolean;
  readonly isComposing: boolean;
  readonly shift: boolean;
  readonly control: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
}

/** The keys whose way up ends the press. */
const KEYS_OF = { pointer: [], 'Ctrl+Enter': ['Enter', 'Control'] } as const satisfies Record<
  Press['by'],
  readonly string[]
>;

/** One instance belongs to one life of a window. */
export class RealInput {
  readonly #now: () => number;
  readonly #pointer: () => Point;
  #pressedAt: number | undefined;
  #press: Press | undefined;

  /**
   * @param now milliseconds of a clock that never goes back
   * @param pointer where the pointer is now
   */
  constructor(now: () => number, pointer: () => Point) {
    this.#now = now;
    this.#pointer = pointer;
  }

  /** Notes an `input-event` of the window. */
  note({ type, modifiers = [] }: WindowInput): void {
    if (PRESSES.has(type)) this.#pressedAt = this.#now();
    if (type === 'mouseDown') this.#pointerDown(modifiers);
    else if (type === 'mouseUp') this.#pointerUp();
    // A finger leaves no place that main could know, so it is an act, but never a yes.
    else if (type.startsWith('touch')) this.#press = undefined;
  }

  /** Notes a `before-input-event` of the window. Repeats of a key that is held change nothing. */
  noteKey(input: KeyInput): void {
    if (input.type === 'keyUp') this.#keyUp(input.key);
    else if (!input.isAutoRepeat) this.#keyDown(input);
  }

  /** Forgets what was pressed: it was used for a yes, the window lost the keyboard, or the screen was locked. */
  forget(): void {
    this.#pressedAt = undefined;
    this.#press = undefined;
  }

  /** The last press, if nothing came between that takes it back. */
  get press(): Press | undefined {
    return this.#press;
  }

  /** Where the pointer is now. */
  get point(): Point {
    return this.#pointer();
  }

  /** True when a press came just before. Uses it up: one press stands for one act. */
  take(): boolean {
    const recent = this.#pressedAt !== undefined && this.#now() - this.#pressedAt <= INPUT_LASTS_MS;
    this.forget();
    return recent;
  }

  #pointerDown(modifiers: readonly string[]): void {
    const buttons = modifiers.filter((modifier) => modifier.endsWith('buttondown'));
    const leftAlone = buttons.length === 1 && buttons[0] === 'leftbuttondown';
    this.#press = leftAlone ? this.#down('pointer', this.#pointer()) : undefined;
  }

  #pointerUp(): void {
    if (this.#press?.by === 'pointer') this.#up(this.#pointer());
  }

  #keyDown(input: KeyInput): void {
    const { key, shift, control, alt, meta, isComposing } = input;
    const plain = !shift && !alt && !meta && !isComposing;
    this.#press = plain && control && key === 'Enter' ? this.#down('Ctrl+Enter') : undefined;
  }

  #keyUp(key: string): void {
    const keys: readonly string[] = this.#press === undefined ? [] : KEYS_OF[this.#press.by];
    if (keys.includes(key)) this.#up(undefined);
  }

  #down(by: Press['by'], downPoint?: Point): Press {
    return { by, downAt: this.#now(), downPoint, upAt: undefined, upPoint: undefined };
  }

  #up(upPoint: Point | undefined): void {
    if (this.#press === undefined || this.#press.upAt !== undefined) return;
    this.#press = { ...this.#press, upAt: this.#now(), upPoint };
  }
}
