/** What a construct that cannot be judged means to a person who reads no shell. */
import type { ReasonWeight } from '../../src-shared/verdict.ts';
import { SYNTAX, UNSEEN } from './shell-construct-names.ts';

interface UnclearWords {
  readonly text: string;
  readonly weight: ReasonWeight;
}

const KNOWN: Readonly<Record<string, string>> = {
  [SYNTAX]: 'Doorman cannot read this part',
  'a redirect that writes a file': 'writes a file',
  'a redirect to a file that is not known yet': 'opens a file whose name is only known once it runs',
  'a background job': 'leaves something running in the background',
  'a loop that may never end': 'repeats, and may never end',
  'nothing that runs': 'there is nothing in it that runs',
};

/** Beginnings of constructs that only say how much there is. */
const TOO_MUCH = /^(more |too many |a text of over|text that takes too long|nesting too deep)/;

const DANGERS: Readonly<Record<string, string>> = {
  'a redirect that opens a socket': 'connects to another machine, or to a program on this one',
};

/** The construct itself, in the words of shell manuals, stands small beside it. */
export function unclearWords(construct: string): UnclearWords {
  if (construct.startsWith(UNSEEN)) return { text: `holds ${construct}`, weight: 'danger' };
  const danger = DANGERS[construct];
  if (danger !== undefined) return { text: danger, weight: 'danger' };
  if (TOO_MUCH.test(construct)) return { text: 'has more in it than Doorman can check', weight: 'care' };
  if (construct.startsWith('the reader ')) return { text: 'Doorman could not read it', weight: 'care' };
  return { text: KNOWN[construct] ?? 'what this does can only be known once it runs', weight: 'care' };
}
