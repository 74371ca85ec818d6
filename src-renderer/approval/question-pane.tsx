/** A question of an agent, whole, with the answer below it. The person may write while other cards come and go. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { ApprovalCard } from '../../src-shared/approval.ts';
import type { Origin } from '../../src-shared/call.ts';
import { type Question, replyProblem } from '../../src-shared/question.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { Shape } from '../parts/shape.tsx';
import { Ago } from '../parts/times.tsx';
import { useNow } from '../parts/use-now.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { endedCardWords } from '../text/call-words.ts';
import { originWords } from '../text/origin-words.ts';
import type { Snapshot } from '../use-app-state.ts';
import { Count } from './count.tsx';
import { EndedBar } from './ended-bar.tsx';
import { QuestionBar } from './question-bar.tsx';
import { QuestionForm } from './question-form.tsx';
import type { ListedCard } from './queue-list.ts';
import { useAnswer } from './use-answer.ts';
import { useArming } from './use-arming.ts';
import { useCard } from './use-card.ts';
import { type Drafts, draftKey, isEmpty, useDraft } from './use-draft.ts';
import { useMoveOn } from './use-move-on.ts';
import { useSettledCalls } from './use-settled-calls.ts';
import { useStill } from './use-still.ts';
import { useWholeSeen } from './use-whole-seen.ts';

interface QuestionPaneProps {
  readonly bridge: ApprovalBridge;
  readonly snapshot: Snapshot;
  readonly listed: ListedCard;
  readonly drafts: Drafts;
  /** Called with true while the person is in the field: nothing else may then take its place. */
  readonly onTyping: (typing: boolean) => void;
  /** Called when this question has ended, said so for long enough, and nobody types in it. */
  readonly onDone: () => void;
}

export function QuestionPane(props: QuestionPaneProps) {
  const { bridge, snapshot, listed, onDone } = props;
  const { view, ended } = listed;
  const fetched = useCard(bridge, view.callId, view.digest);
  const noteKey = useMoveOn(ended, onDone);
  return (
    <article
      className={ended ? 'card card-ended' : 'card'}
      aria-labelledby="card-heading"
      onKeyDown={noteKey}
    >
      {fetched.kind === 'here' && fetched.card.question !== undefined ? (
        <Asked {...props} card={fetched.card} question={fetched.card.question} />
      ) : (
        <section className="card-scroll">
          <Heading>
            <Visible text={view.summary} />
          </Heading>
          <p className="card-note" role={fetched.kind === 'missing' ? 'alert' : undefined}>
            {fetched.kind === 'missing' ? <Visible text={fetched.why} /> : strings.approval.reading}
          </p>
        </section>
      )}
      {ended && <EndedBar words={endedCardWords(view, snapshot.state.recent)} />}
    </article>
  );
}

interface AskedProps extends QuestionPaneProps {
  readonly card: ApprovalCard;
  readonly question: Question;
}

function Asked({ bridge, snapshot, listed, drafts, card, question, onTyping }: AskedProps) {
  const { view, ended } = listed;
  const { skew } = snapshot;
  const scroll = useRef<HTMLElement>(null);
  const block = useRef<HTMLElement>(null);
  const draft = useDraft(drafts, draftKey(view, question));
  const seen = useWholeSeen(block, true, false);
  const answer = useAnswer(bridge, view, snapshot.state.seq);
  const arming = useArming(bridge, view, seen && !ended, answer.given);
  const settled = useSettledCalls(view.callIds);
  const stillOnly = useStill(scroll);
  const inTime = useNow(skew) < view.expiresAt;
  const { choices, text } = draft.draft;
  const problem = replyProblem(question, { choices: [...choices], text });
  const canSend =
    arming.kind === 'armed' &&
    settled.length > 0 &&
    inTime &&
    problem === undefined &&
    !answer.sending &&
    !answer.accepted;
  const send = () => {
    if (!canSend) return;
    answer.give({ kind: 'reply', choices: [...choices], ...(text.trim() === '' ? {} : { text }) }, settled);
  };
  const over = ended || answer.accepted;
  const forget = useRef(draft.forget);
  useEffect(() => {
    if (answer.accepted || (ended && question.secret !== undefined)) forget.current();
  }, [answer.accepted, ended, question]);
  const goesTo = runtimeName(card.origin);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable to be scrolled by keyboard. */}
      <section ref={scroll} className="card-scroll" tabIndex={0} aria-labelledby="card-heading">
        <Heading again={answer.accepted}>
          {strings.question.heading} <bdi>{goesTo}</bdi> <Count of={view.count} />
        </Heading>
        {question.secret !== undefined && <SecretWarning secret={question.secret} goesTo={goesTo} />}
        <section ref={block} className="question-block">
          <p className="question-text">
            <Visible text={question.text} mode="block" />
          </p>
          <QuestionForm
            question={question}
            draft={draft}
            over={over}
            goesTo={goesTo}
            onSend={send}
            onTyping={onTyping}
            onClickCapture={stillOnly}
          />
        </section>
        {ended && !answer.accepted && question.secret === undefined && !isEmpty(draft.draft) && (
          <p className="card-note" role="status">
            {strings.question.kept}
          </p>
        )}
        <Asker card={card} skew={skew} />
      </section>
      {!ended && (
        <QuestionBar
          view={view}
          skew={skew}
          arming={arming}
          answer={answer}
          canSend={canSend}
          hint={
            problem ?? (question.freeText && question.secret === undefined ? strings.question.enterSends : '')
          }
          onClickCapture={stillOnly}
        />
      )}
    </>
  );
}

interface HeadingProps {
  /** Turns true where the field is to be left. */
  readonly again?: boolean;
  readonly children: ReactNode;
}

/** Takes the focus at first: no key that was meant for something else may fall into the field or on a button. */
function Heading({ again = false, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const inList = document.activeElement?.closest('.waiting') != null;
    if (again || !inList) heading.current?.focus({ preventScroll: true });
  }, [again]);
  return (
    <h2 id="card-heading" ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** The person chose this name themselves; agent and run are claims. */
function runtimeName(origin: Origin): string {
  return visibleText(origin.door === 'client-tools' ? origin.profileName : origin.caller);
}

function SecretWarning({ secret, goesTo }: { readonly secret: string; readonly goesTo: string }) {
  return (
    <section className="why why-must-look question-warning" role="alert">
      <p>
        <Shape kind="warning" />
        <strong>{strings.question.secretTitle(secret)}</strong>
      </p>
      <p>{strings.question.secretText(goesTo)}</p>
    </section>
  );
}

function Asker({ card, skew }: { readonly card: ApprovalCard; readonly skew: number }) {
  return (
    <>
      {card.claimedReason !== undefined && (
        <p className="claim">
          {strings.card.claim}:{' '}
          <q>
            <Visible text={card.claimedReason} />
          </q>
        </p>
      )}
      <dl className="facts">
        <dt>{strings.card.from}</dt>
        <dd>
          <bdi>{originWords(card.origin)}</bdi> · <Ago at={card.askedAt} skew={skew} />
        </dd>
      </dl>
    </>
  );
}
