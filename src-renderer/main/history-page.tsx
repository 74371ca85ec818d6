/** Every call that is on record: found, filtered, opened to its whole story, exported, and whether the record can be trusted. */
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { ActionError } from '../parts/action-error.tsx';
import { Empty } from '../parts/empty.tsx';
import { Shape } from '../parts/shape.tsx';
import { strings } from '../strings.ts';
import { HistoryCheckLine } from './history-check.tsx';
import { HistoryExportButton } from './history-export.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryList } from './history-list.tsx';
import { HistoryStoryPane } from './history-story.tsx';
import { goToPage } from './page-nav.tsx';
import type { PageProps } from './page-props.ts';
import { type HistoryInView, useHistory } from './use-history.ts';
import { useHistoryAddress } from './use-history-address.ts';
import { useHistoryCheck } from './use-history-check.ts';

export function HistoryPage({ snapshot, bridge }: PageProps) {
  const [address, go] = useHistoryAddress();
  const history = useHistory(bridge, address.filter, snapshot.state.seq);
  const [check, checkAgain] = useHistoryCheck(bridge);
  const list = useRef<HTMLDivElement>(null);
  const { page } = history;
  const { filter, call } = address;
  const open = useCallback((wanted: string) => go({ filter, call: wanted }), [go, filter]);
  const close = () => go({ filter, call: undefined });
  useBackToRow(list, call);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || call === undefined || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    <section className="history" aria-labelledby="page-title" onKeyDown={onKeyDown}>
      <div className="history-top">
        <HistoryFilters
          filter={filter}
          choices={page?.choices}
          onChange={(wanted) => go({ filter: wanted, call })}
        />
        <div className="row history-count">
          <Count history={history} />
          {Object.keys(filter).length > 0 && (
            <button type="button" className="button" onClick={() => go({ filter: {}, call })}>
              {strings.history.clear}
            </button>
          )}
          <HistoryExportButton bridge={bridge} history={history} filter={filter} />
        </div>
        <Gaps history={history} />
        <HistoryCheckLine check={check} onAgain={checkAgain} />
      </div>
      <div className={call === undefined ? 'history-body' : 'history-body has-story'} ref={list}>
        <Rows history={history} openCall={call} onOpen={open} />
        {call !== undefined && (
          <HistoryStoryPane
            key={call}
            call={call}
            bridge={bridge}
            snapshot={snapshot}
            revision={page?.revision}
            report={check?.ok ? check.last?.report : undefined}
            onClose={close}
          />
        )}
      </div>
    </section>
  );
}

/** Whose story was closed gets the keyboard back; where its row is not drawn, the row at which Tab stops. */
function useBackToRow(list: RefObject<HTMLElement | null>, call: string | undefined): void {
  const before = useRef(call);
  useEffect(() => {
    const was = before.current;
    before.current = call;
    if (was === undefined || call !== undefined) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-call]') ?? [])];
    const row =
      rows.find(({ dataset }) => dataset.call === was) ?? rows.find(({ tabIndex }) => tabIndex === 0);
    row?.focus();
  }, [list, call]);
}

/** How many, and how far the reading is. */
function Count({ history: { page, filter } }: { readonly history: HistoryInView }) {
  const [said, setSaid] = useState('');
  const words = page ? strings.history.found(page.matched, page.total) : strings.history.opening;
  // A screen reader tells it once for each search, and not of each call that comes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with each call.
  useEffect(() => setSaid(words), [filter, page === undefined]);
  return (
    <>
      <p className="soft">
        {words}
        {page?.reading && ` · ${strings.history.reading(page.reading.done, page.reading.of)}`}
      </p>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}

/** What is missing in the list, and why. */
function Gaps({ history: { page, problem, lookAgain } }: { readonly history: HistoryInView }) {
  return (
    <>
      {problem !== undefined && (
        <div className="row">
          <ActionError error={problem} />
          <button type="button" className="button" onClick={lookAgain}>
            {strings.history.tryAgain}
          </button>
        </div>
      )}
      {page?.unreadable && (
        <p className="call-outcome">
          <Shape kind="warning" />
          {strings.history.unreadable(page.unreadable.join(', '))}
        </p>
      )}
      {page?.older && <p className="soft">{strings.history.older}</p>}
    </>
  );
}

interface RowsProps {
  readonly history: HistoryInView;
  readonly openCall: string | undefined;
  readonly onOpen: (call: string) => void;
}

function Rows({ history, openCall, onOpen }: RowsProps) {
  const { page } = history;
  if (page === undefined) return null;
  if (page.matched > 0) return <HistoryList history={history} openCall={openCall} onOpen={onOpen} />;
  if (page.reading) return <p className="soft">{strings.history.noneYet}</p>;
  if (page.total > 0) return <Empty title={strings.history.noneTitle} text={strings.history.noneText} />;
  return (
    <Empty title={strings.history.emptyTitle} text={strings.history.emptyText}>
      <p>
        <button type="button" className="button" onClick={() => goToPage('playground')}>
          {strings.history.openPlayground}
        </button>
      </p>
    </Empty>
  );
}
