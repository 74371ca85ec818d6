/** Names of constructs that more than one file of this room must recognise. */

/** A text that the grammar cannot read; whether bash can is then asked of bash itself. */
export const SYNTAX = 'text that cannot be parsed';
