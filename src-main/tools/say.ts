/** Writes the first line of a card: a template of Doorman's own plain words around the real objects. */
import type { Action, HeadlinePart } from '../../src-shared/action.ts';

/** Something real that a line speaks of; `mark` stands on both sides of it where the line is plain text. */
interface Said {
  readonly object: string;
  readonly mark: '' | '`' | '"';
}

/** A path, a name, an id. */
export function named(object: string): Said {
  return { object, mark: '' };
}

/** Shell text. */
export function code(object: string): Said {
  return { object, mark: '`' };
}

/** Words of others: a title, a pattern. */
export function quoted(object: string): Said {
  return { object, mark: '"' };
}

/** A bare string among the values is Doorman's own words, never text from outside. */
export function say(
  words: TemplateStringsArray,
  ...values: readonly (Said | string)[]
): Pick<Action, 'summary' | 'headline'> {
  const headline: HeadlinePart[] = [];
  let summary = '';
  const plain = (text: string) => {
    if (text === '') return;
    summary += text;
    const last = headline.at(-1);
    if (last && !last.object) headline[headline.length - 1] = { text: last.text + text };
    else headline.push({ text });
  };
  words.forEach((word, index) => {
    plain(word);
    const value = values[index];
    if (value === undefined) return;
    if (typeof value === 'string') {
      plain(value);
      return;
    }
    summary += value.mark + value.object + value.mark;
    headline.push({ text: value.object, object: true });
  });
  return { summary, headline };
}
