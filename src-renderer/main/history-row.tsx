/** One call of the history in two lines. */
import type { HistoryRow } from '../../src-shared/history.ts';
import { Shape } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { endWords, fromWords, howWords, markWords, momentWords } from '../text/history-words.ts';

interface HistoryRowButtonProps {
  readonly row: HistoryRow;
  readonly isOpen: boolean;
  /** True for the one row at which the Tab key stops. */
  readonly isStop: boolean;
  readonly onOpen: () => void;
}

export function HistoryRowButton({ row, isOpen, isStop, onOpen }: HistoryRowButtonProps) {
  const { words, shape } = endWords(row);
  const marks = markWords(row);
  const how = [fromWords(row), ...howWords(row)].filter(Boolean).join(' · ');
  return (
    <button
      type="button"
      className="history-row"
      aria-current={isOpen ? 'true' : undefined}
      data-call={row.call}
      tabIndex={isStop ? 0 : -1}
      onClick={onOpen}
    >
      <span className="history-what">
        <Visible text={row.summary ?? strings.history.noSummary} />
      </span>
      <time className="soft history-when" dateTime={new Date(row.at).toISOString()}>
        {momentWords(row.at)}
      </time>
      <span className="call-outcome history-outcome">
        <Shape kind={shape} />
        {words}
      </span>
      <span className="soft history-more">
        {marks.map((mark) => (
          <span key={mark} className="tag">
            {mark}
          </span>
        ))}{' '}
        {row.tool !== undefined && (
          <span className="mono">
            <Visible text={row.tool} />
          </span>
        )}
        {how !== '' && ` · ${how}`}
      </span>
    </button>
  );
}
