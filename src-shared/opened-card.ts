/** The card that a person opened by clicking its notification, as the window that is to show it hears of it. */

export interface OpenedCard {
  readonly cardId: string;
  /** Rises with each notification that was clicked. */
  readonly nth: number;
  /** Whether the card still waited then. */
  readonly waits: boolean;
}
