/** One card: what would happen first, then why it asks, then the rest; the answer bar stays below it. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ApprovalBridge } from '../bridge.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import type { Snapshot } from '../use-app-state.ts';
import { AnswerBar } from './answer-bar.tsx';
import { CardBody, isUnfolded } from './card-body.tsx';
import { CardHeadline, saysItAll } from './card-headline.tsx';
import { EditedNote, EditInput } from './edit-input.tsx';
import { EndedCardBar } from './ended-card-bar.tsx';
import { PictureDesk } from './picture-desk.tsx';
import type { ListedCard } from './queue-list.ts';
import { ReviewRun } from './review-run.tsx';
import { useAnswer } from './use-answer.ts';
import { useCard } from './use-card.ts';
import type { PictureDesks } from './use-picture-desk.ts';
import { usePictureSeen } from './use-picture-seen.ts';
import { useReportShown } from './use-report-shown.ts';
import { type SeenCards, seenKey } from './use-seen-cards.ts';
import { useWholeSeen } from './use-whole-seen.ts';

interface CardPaneProps {
  readonly bridge: ApprovalBridge;
  readonly snapshot: Snapshot;
  readonly listed: ListedCard;
  /** Cards whose whole text was seen since the window opened. */
  readonly wholeSeen: SeenCards;
  readonly desks: PictureDesks;
  /** Called when this card has ended and said so for long enough. */
  readonly onDone: () => void;
  /** Stands in place of the answers while several cards are answered in one step. */
  readonly batchBar: ReactNode;
}

// Long enough to read how it ended, and that no click meant for this card meets the next; short, because the next has little
// time too. Its row in the queue goes on saying how it ended.
const MOVE_ON_MS = 1_500;

export function CardPane(props: CardPaneProps) {
  const { bridge, snapshot, listed, wholeSeen, onDone, batchBar } = props;
  const { view, ended } = listed;
  const key = seenKey(view);
  const heading = useRef<HTMLHeadingElement>(null);
  const block = useRef<HTMLElement>(null);
  const fetched = useCard(bridge, view.callId, view.digest);
  const card = fetched.kind === 'here' ? fetched.card : undefined;
  const [opened, setOpened] = useState(false);
  const unfolded = useMemo(() => isUnfolded(card, opened), [card, opened]);
  const seen = useWholeSeen(block, unfolded, wholeSeen.has(key));
  const picture = usePictureSeen(card, wholeSeen.has(key));
  const allSeen = seen && picture.seen;
  const reported = useReportShown(bridge, view, allSeen);
  const answer = useAnswer(bridge, view, useSeqOfWaiting(snapshot.state.seq, ended));
  useSoonDone(ended, onDone);
  useEffect(() => {
    // The button that opened it is gone; whoever pressed it goes on with the keys or the wheel.
    if (!opened) return;
    block.current?.focus({ preventScroll: true });
    block.current?.scrollIntoView({ block: 'nearest' });
  }, [opened]);
  useEffect(() => {
    if (allSeen) wholeSeen.add(key);
  }, [allSeen, wholeSeen, key]);
  useEffect(() => {
    // Never a button: nothing that acts may lie under the next key. Somebody walking the list stays in it.
    if (document.activeElement?.closest('.waiting') == null) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article className={ended ? 'card card-ended' : 'card'} aria-labelledby="card-heading">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable to be scrolled by keyboard. */}
      <section className="card-scroll" tabIndex={0} aria-labelledby="card-heading">
        <header ref={card !== undefined && saysItAll(card) ? block : undefined}>
          <CardHeadline card={card} summary={view.summary} count={view.count} heading={heading} />
        </header>
        {card !== undefined && <EditedNote card={card} />}
        {card !== undefined && (
          <CardBody
            card={card}
            skew={snapshot.skew}
            block={block}
            opened={opened}
            onOpen={() => setOpened(true)}
            picture={card.picture && <PictureDesk {...picture.watch} {...props} picture={card.picture} />}
          />
        )}
        {card !== undefined && !ended && (
          <>
            <EditInput bridge={bridge} card={card} />
            <ReviewRun bridge={bridge} callId={view.callId} origin={card.origin} />
          </>
        )}
        {fetched.kind === 'fetching' && <p className="card-note">{strings.approval.reading}</p>}
        {fetched.kind === 'missing' && !ended && (
          <p className="card-note" role="alert">
            <Visible text={fetched.why} />
          </p>
        )}
      </section>
      {batchBar ??
        (ended ? (
          <EndedCardBar bridge={bridge} snapshot={snapshot} view={view} seen={reported} answer={answer} />
        ) : (
          <AnswerBar
            bridge={bridge}
            view={view}
            card={card}
            skew={snapshot.skew}
            seen={reported}
            changing={picture.changing}
            answer={answer}
          />
        ))}
    </article>
  );
}

/** Calls `onDone` a moment after the end. A card that is chosen after its end stays for as long as it is listed. */
function useSoonDone(ended: boolean, onDone: () => void): void {
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  const [wasWaiting] = useState(!ended);
  useEffect(() => {
    if (!ended || !wasWaiting) return;
    const timer = setTimeout(() => done.current(), MOVE_ON_MS);
    return () => clearTimeout(timer);
  }, [ended, wasWaiting]);
}

/** The number of the newest snapshot that held the card: what is said on it after its end is said of that. */
function useSeqOfWaiting(seq: number, ended: boolean): number {
  const last = useRef(seq);
  useEffect(() => {
    if (!ended) last.current = seq;
  }, [seq, ended]);
  return ended ? last.current : seq;
}
