/** A shell text as the first line of a card shows it: whole where it is short, else its beginning and its end. */
import { code, type named } from './say.ts';

/** A line that is no longer is shown whole. Characters. */
const WHOLE_CHARACTERS = 160;

/** Of a longer text its beginning and its end, each so long. Characters. */
const END_CHARACTERS = 60;

export interface ShownCommand {
  readonly command: ReturnType<typeof code>;
  /** Empty where all of it is shown, else how long it really is. */
  readonly size: string;
  /** The folder, as a person reads it. */
  readonly cwd: ReturnType<typeof named>;
}

/** The end of a command counts as much as its start, so neither is ever cut away. */
export function shownCommand(text: string): Omit<ShownCommand, 'cwd'> {
  const whole = text.trim();
  const lines = whole.split('\n');
  const size = lines.length > 1 ? ` (${lines.length} lines)` : ` (${whole.length} characters)`;
  if (whole.length <= WHOLE_CHARACTERS) {
    const shown = lines.map((line) => line.trim()).join(' ↵ ');
    return { command: code(shown), size: lines.length > 1 ? size : '' };
  }
  // Whole characters: half of one would be shown as something else.
  const head = [...(lines[0] ?? '')].slice(0, END_CHARACTERS).join('');
  const tail = [...(lines.at(-1) ?? '')].slice(-END_CHARACTERS).join('');
  return { command: code(`${head} … ${tail}`), size };
}
