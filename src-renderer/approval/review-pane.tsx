/** A finished result, whole, as it would leave: to be sent, edited, or withheld. */
import { useEffect, useRef, useState } from 'react';
import type { StandingCard } from '../../src-shared/approval.ts';
import { maskedWords } from '../../src-shared/masking.ts';
import { editProblem, type Review } from '../../src-shared/review.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { AskBadge } from '../parts/ask-badge.tsx';
import { Shape } from '../parts/shape.tsx';
import { Ago } from '../parts/times.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { originWords } from '../text/origin-words.ts';
import { reviewEndWords } from '../text/review-words.ts';
import type { Snapshot } from '../use-app-state.ts';
import { EndedBar } from './ended-bar.tsx';
import { PictureDesk } from './picture-desk.tsx';
import type { ListedCard } from './queue-list.ts';
import { ReviewBar } from './review-bar.tsx';
import { ReviewedResult } from './reviewed-result.tsx';
import { useAnswer } from './use-answer.ts';
import { useCard } from './use-card.ts';
import { useMoveOn } from './use-move-on.ts';
import type { PictureDesks } from './use-picture-desk.ts';
import { usePictureSeen } from './use-picture-seen.ts';
import { useReportShown } from './use-report-shown.ts';
import { type SeenCards, seenKey } from './use-seen-cards.ts';
import { useWholeSeen } from './use-whole-seen.ts';

interface ReviewPaneProps {
  readonly bridge: ApprovalBridge;
  readonly snapshot: Snapshot;
  readonly listed: ListedCard;
  /** Cards whose whole text was seen since the window opened. */
  readonly wholeSeen: SeenCards;
  readonly desks: PictureDesks;
  /** Called with true while the person edits: nothing else may then take its place. */
  readonly onTyping: (typing: boolean) => void;
  readonly onDone: () => void;
}

export function ReviewPane(props: ReviewPaneProps) {
  const { bridge, snapshot, listed, wholeSeen, onTyping, onDone } = props;
  const { view, ended } = listed;
  const key = seenKey(view);
  const heading = useRef<HTMLHeadingElement>(null);
  const block = useRef<HTMLElement>(null);
  const fetched = useCard(bridge, view.callId, view.digest);
  const card = fetched.kind === 'here' ? fetched.card : undefined;
  const picture = usePictureSeen(card, wholeSeen.has(key));
  const textSeen = useWholeSeen(block, card?.review !== undefined, wholeSeen.has(key));
  const seen = card?.picture === undefined ? textSeen : picture.seen;
  const answer = useAnswer(bridge, view, snapshot.state.seq);
  const reported = useReportShown(bridge, view, seen && !ended);
  const [edited, setEdited] = useState<string>();
  const noteKey = useMoveOn(ended, onDone);
  useEffect(() => {
    if (seen) wholeSeen.add(key);
  }, [seen, wholeSeen, key]);
  useEffect(() => {
    if (document.activeElement?.closest('.waiting') == null) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article
      className={ended ? 'card card-ended' : 'card'}
      aria-labelledby="card-heading"
      onKeyDown={noteKey}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable to be scrolled by keyboard. */}
      <section className="card-scroll" tabIndex={0} aria-labelledby="card-heading">
        <h2 id="card-heading" ref={heading} tabIndex={-1}>
          {strings.review.heading}
        </h2>
        <p className="review-what">
          <Visible text={card?.summary ?? view.summary} />
        </p>
        {card?.review ? (
          <>
            <About review={card.review} />
            {card.picture === undefined ? (
              card.review.kind !== 'image' && (
                <ReviewedResult kind={card.review.kind} text={card.review.text} block={block} />
              )
            ) : (
              <PictureDesk {...picture.watch} {...props} picture={card.picture} />
            )}
            {edited !== undefined && !ended && (
              <EditField
                edited={edited}
                problem={editProblem(card.review.kind, edited)}
                onEdit={setEdited}
                onTyping={onTyping}
              />
            )}
            <Facts card={card} skew={snapshot.skew} />
          </>
        ) : (
          <p className="card-note" role={fetched.kind === 'missing' ? 'alert' : undefined}>
            {fetched.kind === 'missing' ? <Visible text={fetched.why} /> : strings.approval.reading}
          </p>
        )}
      </section>
      {ended ? (
        <EndedBar words={reviewEndWords(view.callId, snapshot.state.recent)} />
      ) : (
        <ReviewBar
          bridge={bridge}
          view={view}
          review={card?.review}
          skew={snapshot.skew}
          seen={reported}
          changing={picture.changing}
          answer={answer}
          edited={edited}
          onEdited={setEdited}
        />
      )}
    </article>
  );
}

function About({ review }: { readonly review: Review }) {
  return (
    <section className="why why-review" aria-label={strings.card.why}>
      <AskBadge ask="review" />
      <ul>
        <li>{strings.review.ran}</li>
        {review.masked.length > 0 && (
          <li className="review-masked">
            <Shape kind="check" />
            <span>{strings.review.masked(maskedWords(review.masked))}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

interface EditFieldProps {
  readonly edited: string;
  readonly problem: string | undefined;
  readonly onEdit: (text: string) => void;
  readonly onTyping: (typing: boolean) => void;
}

function EditField({ edited, problem, onEdit, onTyping }: EditFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="review-edit">
      <label htmlFor="review-edit">{strings.review.editLabel}</label>
      <textarea
        id="review-edit"
        ref={field}
        className="mono"
        rows={10}
        spellCheck={false}
        value={edited}
        aria-invalid={problem !== undefined}
        onChange={(event) => onEdit(event.currentTarget.value)}
        onFocus={() => onTyping(true)}
        onBlur={() => onTyping(false)}
      />
    </div>
  );
}

function Facts({ card, skew }: { readonly card: StandingCard; readonly skew: number }) {
  return (
    <dl className="facts">
      <dt>{strings.card.from}</dt>
      <dd>
        <bdi>{originWords(card.origin)}</bdi> · <Ago at={card.askedAt} skew={skew} />
      </dd>
      <dt>{strings.card.tool}</dt>
      <dd className="mono">
        <Visible text={card.tool} />
      </dd>
    </dl>
  );
}
