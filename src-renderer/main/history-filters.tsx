/** What to look for: a search and a choice for each filter. */
import { useId } from 'react';
import type { HistoryChoices, HistoryFilter } from '../../src-shared/history.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { ariaKeys } from '../parts/shortcut-table.ts';
import { strings } from '../strings.ts';
import { dayWords, outcomeWords } from '../text/history-words.ts';
import { FILTERS, type FilterName, withPart } from './history-address.ts';

interface HistoryFiltersProps {
  readonly filter: HistoryFilter;
  /** Undefined until the journal was first looked at. */
  readonly choices: HistoryChoices | undefined;
  readonly onChange: (filter: HistoryFilter) => void;
}

export function HistoryFilters({ filter, choices, onChange }: HistoryFiltersProps) {
  const id = useId();
  return (
    <search className="history-filters">
      <div className="field history-search">
        <label htmlFor={id}>{strings.history.search}</label>
        <input
          id={id}
          type="search"
          value={filter.text ?? ''}
          autoComplete="off"
          spellCheck={false}
          aria-keyshortcuts={ariaKeys('find')}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(withPart(filter, 'text', event.currentTarget.value))}
        />
        <p id={`${id}-hint`} className="visually-hidden">
          {strings.history.searchHint}
        </p>
      </div>
      {FILTERS.map((name) => (
        <Pick
          key={name}
          label={strings.history.filters[name]}
          value={filter[name] ?? ''}
          choices={choicesOf(name, choices)}
          words={WORDS[name]}
          onChange={(value) => onChange(withPart(filter, name, value))}
        />
      ))}
    </search>
  );
}

function choicesOf(name: FilterName, choices: HistoryChoices | undefined): readonly string[] {
  return choices?.[`${name}s`] ?? [];
}

const WORDS: Readonly<Record<FilterName, (value: string) => string>> = {
  tool: visibleText,
  agent: visibleText,
  source: visibleText,
  outcome: outcomeWords,
  day: dayWords,
};

interface PickProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly string[];
  readonly words: (value: string) => string;
  readonly onChange: (value: string) => void;
}

/** What is set stays to be seen, even where nothing of it is there (any more, or yet). */
function Pick({ label, value, choices, words, onChange }: PickProps) {
  const id = useId();
  const all = value === '' || choices.includes(value) ? choices : [value, ...choices];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{strings.history.any}</option>
        {all.map((choice) => (
          <option key={choice} value={choice}>
            {words(choice)}
          </option>
        ))}
      </select>
    </div>
  );
}
