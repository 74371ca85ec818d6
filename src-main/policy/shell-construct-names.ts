/** Names of constructs that more than one file of this room must recognise. */

/** A character that does not show, or makes others show elsewhere; its number follows in brackets. */
export const UNSEEN = 'a character that cannot be seen';

/** A text that the grammar cannot read; whether bash can is then asked of bash itself. */
export const SYNTAX = 'text that cannot be parsed';
