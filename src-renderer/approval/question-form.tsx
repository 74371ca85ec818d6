/** The choices and the field of one question. It sends nothing by itself: only Enter in the field or the button does. */
import { type FormEvent, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { MAX_REPLY_TEXT, type Question } from '../../src-shared/question.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import type { DraftHandle } from './use-draft.ts';

export const QUESTION_FORM = 'question-form';

interface QuestionFormProps {
  readonly question: Question;
  readonly draft: DraftHandle;
  /** True once nothing can be answered any more: what was written stays to be read and copied. */
  readonly over: boolean;
  /** Who gets the answer, fit to be shown. */
  readonly goesTo: string;
  readonly onSend: () => void;
  readonly onTyping: (typing: boolean) => void;
  readonly onClickCapture: (event: MouseEvent) => void;
}

export function QuestionForm(props: QuestionFormProps) {
  const { question, draft, over, onSend, onTyping, onClickCapture } = props;
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form id={QUESTION_FORM} className="question-form" onSubmit={send} onClickCapture={onClickCapture}>
      {question.options.length > 0 && <Choices question={question} draft={draft} over={over} />}
      {question.freeText && (
        <Words {...props} onFocus={() => onTyping(true)} onBlur={() => onTyping(false)} />
      )}
    </form>
  );
}

function Choices({ question, draft, over }: Pick<QuestionFormProps, 'question' | 'draft' | 'over'>) {
  const { options, multiSelect } = question;
  const { choices } = draft.draft;
  const choose = (at: number, on: boolean) => {
    if (!multiSelect) draft.change({ choices: [at] });
    else draft.change({ choices: on ? [...choices, at] : choices.filter((chosen) => chosen !== at) });
  };
  // Enter on a choice would send the whole form.
  const swallowEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  };
  return (
    <fieldset className="question-options" disabled={over} onKeyDown={swallowEnter}>
      <legend>{strings.question.optionsLabel[multiSelect ? 'several' : 'one']}</legend>
      {options.map((option, at) => (
        <label key={option} className="question-option">
          <input
            type={multiSelect ? 'checkbox' : 'radio'}
            name="question-option"
            checked={choices.includes(at)}
            onChange={(event) => choose(at, event.currentTarget.checked)}
          />
          <bdi>
            <Visible text={option} />
          </bdi>
        </label>
      ))}
      {!multiSelect && (
        <button
          type="button"
          className="button button-quiet question-clear"
          disabled={choices.length === 0}
          onClick={() => draft.change({ choices: [] })}
        >
          {strings.question.clear}
        </button>
      )}
    </fieldset>
  );
}

interface WordsProps extends QuestionFormProps {
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

function Words({ question, draft, over, goesTo, onSend, onFocus, onBlur }: WordsProps) {
  const [shown, setShown] = useState(false);
  const secret = question.secret !== undefined;
  const common = {
    id: 'question-text',
    className: secret ? 'question-secret' : undefined,
    value: draft.draft.text,
    maxLength: MAX_REPLY_TEXT,
    autoComplete: 'off',
    spellCheck: false,
    readOnly: over,
    'aria-describedby': 'question-goes-to',
    onFocus,
    onBlur,
  } as const;
  return (
    <div className="question-words">
      <label htmlFor="question-text">{labelFor(question, draft)}</label>
      {secret ? (
        <input
          type={shown ? 'text' : 'password'}
          {...common}
          onChange={(event) => draft.change({ text: event.currentTarget.value })}
        />
      ) : (
        <textarea
          rows={2}
          {...common}
          onChange={(event) => draft.change({ text: event.currentTarget.value })}
          onKeyDown={(event) => {
            // An input method ends a word with Enter, too.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (!event.repeat) onSend();
          }}
        />
      )}
      {secret && (
        <label className="question-show">
          <input
            type="checkbox"
            checked={shown}
            onChange={(event) => setShown(event.currentTarget.checked)}
          />
          {strings.question.show}
        </label>
      )}
      <p id="question-goes-to" className="soft">
        {strings.question.goesTo(goesTo)}
      </p>
    </div>
  );
}

function labelFor({ options, secret }: Question, { draft }: DraftHandle): string {
  if (secret !== undefined) return strings.question.secretLabel;
  if (options.length === 0) return strings.question.textLabel.only;
  return draft.choices.length === 0 ? strings.question.textLabel.beside : strings.question.textLabel.also;
}
