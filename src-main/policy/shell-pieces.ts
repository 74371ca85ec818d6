/** What a word of a shell text is made of while it is read. */
import type { OpenWord } from '../../src-shared/shell-script.ts';

/** A piece of a word. Only unquoted characters can be special later on. */
export type Piece =
  | { readonly kind: 'char'; readonly char: string; readonly quoted: boolean }
  | { readonly kind: 'text'; readonly many: boolean }
  | { readonly kind: 'pipe' }
  | { readonly kind: 'glob'; readonly pattern: string; readonly start: string };

/** One word as a program gets it; `open` where its value is not known from the text alone. */
export interface Word {
  readonly text: string;
  readonly open?: Omit<OpenWord, 'index'>;
}

/** Thrown inside this reader when a word cannot be judged; caught where the command is read. */
export class Unclear extends Error {}
