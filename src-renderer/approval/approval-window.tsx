/** The approval window: what waits, one card whole, and the answer to it. It decides nothing: main checks every answer. */
import { useEffect, useRef, useState } from 'react';
import type { AppState } from '../../src-shared/app-state.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { Empty } from '../parts/empty.tsx';
import { NotYet } from '../parts/not-yet.tsx';
import { OverallBadge } from '../parts/overall-badge.tsx';
import { RunNotices } from '../parts/run-notices.tsx';
import { ShortcutSheet } from '../parts/shortcut-sheet.tsx';
import { useShortcuts } from '../parts/use-shortcuts.ts';
import { strings } from '../strings.ts';
import { type Snapshot, useAppState } from '../use-app-state.ts';
import { CardPane } from './card-pane.tsx';
import { listCards, neighbour, selectCard } from './ended-cards.ts';
import { LiveRegion } from './live-region.tsx';
import { useEnded } from './use-ended.ts';
import { WaitingList } from './waiting-list.tsx';

export function ApprovalWindow({ bridge }: { readonly bridge: ApprovalBridge }) {
  const { snapshot, problem } = useAppState(bridge);
  if (snapshot === undefined) return <NotYet problem={problem} />;
  return <ApprovalDesk bridge={bridge} snapshot={snapshot} />;
}

interface ApprovalDeskProps {
  readonly bridge: ApprovalBridge;
  readonly snapshot: Snapshot;
}

function ApprovalDesk({ bridge, snapshot }: ApprovalDeskProps) {
  const { state, skew } = snapshot;
  const cards = listCards(state.waiting, useEnded(state));
  const [chosen, setChosen] = useState<string>();
  const [sheet, setSheet] = useState(false);
  const wholeSeen = useRef(new Set<string>());
  const shown = selectCard(cards, chosen);
  const shownId = shown?.view.cardId;
  const waitingId = shown?.ended === false ? shownId : undefined;
  // What is shown stays chosen, so that it does not give way to the next one in the moment in which it ends.
  useEffect(() => {
    if (waitingId !== undefined) setChosen(waitingId);
  }, [waitingId]);
  useEffect(() => {
    document.title = strings.approval.windowTitle(state.waitingCount);
  }, [state.waitingCount]);
  const step = (by: number) => setChosen(neighbour(cards, shownId, by));
  useShortcuts({ j: () => step(1), k: () => step(-1), '?': () => setSheet(true) });
  return (
    <div className="desk">
      <header className="desk-head">
        <h1>{strings.approval.count(state.waitingCount)}</h1>
        <OverallBadge state={state} />
        <button
          type="button"
          className="button button-quiet help"
          aria-label={strings.shortcuts.open}
          title={strings.shortcuts.open}
          onClick={() => setSheet(true)}
        >
          ?
        </button>
      </header>
      {cards.length > 1 && (
        <WaitingList
          state={state}
          cards={cards}
          shownId={shownId}
          skew={skew}
          onChoose={setChosen}
          onStep={step}
        />
      )}
      <RunNotices state={state} onPause={(run) => bridge.call('run:pause', run)} />
      <main className="desk-main">
        {shown === undefined ? (
          <Empty title={strings.approval.emptyTitle} text={emptyText(state)} />
        ) : (
          <CardPane
            key={`${shown.view.cardId} ${shown.view.digest}`}
            bridge={bridge}
            snapshot={snapshot}
            listed={shown}
            wholeSeen={wholeSeen.current}
            onDone={() => setChosen(undefined)}
          />
        )}
      </main>
      <LiveRegion state={state} skew={skew} shown={shown?.ended === false ? shown.view : undefined} />
      <ShortcutSheet open={sheet} onClose={() => setSheet(false)} />
    </div>
  );
}

function emptyText(state: AppState): string {
  if (state.stopped) return strings.approval.emptyStopped;
  return state.paused ? strings.approval.emptyPaused : strings.approval.emptyText;
}
