/** The approval window: what waits, one card whole, and the answer to it. It decides nothing: main checks every answer. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AppState } from '../../src-shared/app-state.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { Empty } from '../parts/empty.tsx';
import { HelpButton } from '../parts/help-button.tsx';
import { NotYet } from '../parts/not-yet.tsx';
import { OverallBadge } from '../parts/overall-badge.tsx';
import { RunNotices } from '../parts/run-notices.tsx';
import { ShortcutSheet, sheetRow } from '../parts/shortcut-sheet.tsx';
import { shortcutsIn } from '../parts/shortcut-table.ts';
import { CharacterKeys, useShortcuts } from '../parts/use-shortcuts.ts';
import { strings } from '../strings.ts';
import { type Snapshot, useAppState } from '../use-app-state.ts';
import { useLook } from '../use-look.ts';
import { BatchBar, BatchNote } from './batch-bar.tsx';
import { GoneNote } from './gone-note.tsx';
import { LiveRegion } from './live-region.tsx';
import { type InView, lookFor } from './look-for.ts';
import { neighbour, queueList, selectCard } from './queue-list.ts';
import { ShownCard } from './shown-card.tsx';
import type { Drafts } from './use-draft.ts';
import { useEnded } from './use-ended.ts';
import { useHeldCard } from './use-held-card.ts';
import { useLeave } from './use-leave.ts';
import { useOpened } from './use-opened.ts';
import type { PictureDesks } from './use-picture-desk.ts';
import { useSeenCards } from './use-seen-cards.ts';
import { useSeveral } from './use-several.ts';
import { useTicks } from './use-ticks.ts';
import { WaitingList } from './waiting-list.tsx';

export function ApprovalWindow({ bridge }: { readonly bridge: ApprovalBridge }) {
  const { snapshot, problem, take } = useAppState(bridge);
  if (snapshot === undefined) return <NotYet problem={problem} />;
  return (
    <CharacterKeys value={snapshot.state.desktop.characterKeys}>
      <ApprovalDesk bridge={bridge} snapshot={snapshot} take={take} />
    </CharacterKeys>
  );
}

interface ApprovalDeskProps {
  readonly bridge: ApprovalBridge;
  readonly snapshot: Snapshot;
  readonly take: (state: AppState) => void;
}

function ApprovalDesk({ bridge, snapshot, take }: ApprovalDeskProps) {
  const { state, skew } = snapshot;
  const ended = useEnded(state);
  const list = useMemo(() => queueList(state, ended), [state, ended]);
  const [inView, setInView] = useState<InView>(TOP);
  const [chosen, setChosen] = useState<string>();
  const [sheet, setSheet] = useState(false);
  const wholeSeen = useSeenCards();
  const ticks = useTicks(state.waiting);
  const several = useSeveral(bridge);
  const drafts = useRef<Drafts>(new Map());
  const desks = useRef<PictureDesks>(new Map());
  useLook(bridge, take, { ...lookFor(state.look, inView, state.cardCount), chosen });
  const { shown, hold } = useHeldCard(list, selectCard(list, state, chosen));
  const shownId = shown?.view.cardId;
  const waitingId = shown?.ended === false ? shownId : undefined;
  // What is shown stays chosen, so that it does not give way to the next one in the moment in which it ends.
  useEffect(() => {
    if (waitingId !== undefined) setChosen(waitingId);
  }, [waitingId]);
  const { opened } = state;
  useOpened(opened, setChosen);
  useTitle(strings.approval.windowTitle(state.waitingCount));
  useLeave(bridge, {
    atRest: shown === undefined && several.notTaken.length === 0 && !sheet,
    escapeIsTaken: ticks.views.length > 0,
  });
  const step = (by: number) => setChosen((now) => neighbour(list, shownId, by) ?? now);
  useShortcuts({
    nextCard: () => step(1),
    previousCard: () => step(-1),
    tick: () => shown?.ended === false && list.length > 1 && ticks.toggle(shown.view),
    sheet: () => setSheet(true),
  });
  const batch = { bridge, state, skew, ticks, seen: wholeSeen, shownId, several };
  const batchBar = ticks.views.length > 0 ? <BatchBar {...batch} /> : undefined;
  return (
    <div className="desk">
      <DeskHead state={state} onHelp={() => setSheet(true)} />
      {list.length > 1 && (
        <WaitingList
          state={state}
          list={list}
          shownId={shownId}
          skew={skew}
          ticks={ticks}
          onChoose={setChosen}
          onStep={step}
          onView={setInView}
        />
      )}
      <BatchNote several={several} />
      <RunNotices state={state} onPause={(run) => bridge.call('run:pause', run)} />
      <GoneNote key={opened?.nth} opened={opened} shownId={shownId} />
      <main className="desk-main">
        {shown === undefined ? (
          <Empty title={strings.approval.emptyTitle} text={emptyText(state)} />
        ) : (
          <ShownCard
            key={`${shown.view.cardId} ${shown.view.digest}`}
            bridge={bridge}
            snapshot={snapshot}
            listed={shown}
            drafts={drafts.current}
            wholeSeen={wholeSeen}
            desks={desks.current}
            batchBar={batchBar}
            onTyping={hold}
            onDone={() => {
              hold(false);
              setChosen(undefined);
            }}
          />
        )}
      </main>
      <LiveRegion state={state} skew={skew} shown={shown?.ended === false ? shown.view : undefined} />
      <ShortcutSheet open={sheet} onClose={() => setSheet(false)} rows={sheetRows} />
    </div>
  );
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function DeskHead({ state, onHelp }: { readonly state: AppState; readonly onHelp: () => void }) {
  return (
    <header className="desk-head">
      <h1>{strings.approval.count(state.waitingCount)}</h1>
      <OverallBadge state={state} />
      <HelpButton onHelp={onHelp} />
    </header>
  );
}

const sheetRows = shortcutsIn('approval').map(sheetRow);

/** While there is no list, the oldest is what would be in it. */
const TOP: InView = { first: 0, last: 0 };

function emptyText(state: AppState): string {
  if (state.stopped) return strings.approval.emptyStopped;
  return state.paused ? strings.approval.emptyPaused : strings.approval.emptyText;
}
