/** The answers to one card. Deny is always live; Allow says why it is not. */
import { type Ref, useRef, useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';
import type { ApprovalCard, GrantScope } from '../../src-shared/approval.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import { Shape } from '../parts/shape.tsx';
import { Countdown } from '../parts/times.tsx';
import { useNow } from '../parts/use-now.ts';
import { useShortcuts } from '../parts/use-shortcuts.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { AllowButton } from './allow-button.tsx';
import { DenyReason } from './deny-reason.tsx';
import { grantsOn, MoreWays } from './more-ways.tsx';
import type { AnswerHandle } from './use-answer.ts';
import type { Arming } from './use-arming.ts';
import { useSettledCalls } from './use-settled-calls.ts';

interface AnswerBarProps {
  readonly view: WaitingView;
  /** Missing while it is being fetched: it can be denied, but not allowed. */
  readonly card: ApprovalCard | undefined;
  readonly skew: number;
  readonly arming: Arming;
  readonly answer: AnswerHandle;
}

type Opened = 'nothing' | 'reason' | 'ways';

export function AnswerBar({ view, card, skew, arming, answer }: AnswerBarProps) {
  const [opened, setOpened] = useState<Opened>('nothing');
  const [withoutWall, setWithoutWall] = useState(false);
  const reasonButton = useRef<HTMLButtonElement>(null);
  const settled = useSettledCalls(view.callIds);
  const inTime = useNow(skew) < view.expiresAt;
  const canAllow =
    arming.kind === 'armed' && card !== undefined && inTime && !answer.sending && !answer.accepted;
  const deny = (reason?: string) => {
    if (!answer.accepted) answer.give({ kind: 'deny', ...(reason && { reason }) }, view.callIds);
  };
  const allow = (callIds: readonly string[], grant?: GrantScope) => {
    if (!canAllow) return;
    answer.give({ kind: 'allow', ...(grant && { grant }), ...(withoutWall && { withoutWall }) }, callIds);
  };
  const leaveReason = () => {
    setOpened('nothing');
    reasonButton.current?.focus();
  };
  useShortcuts({ d: () => deny(), r: () => setOpened('reason'), 'Ctrl+Enter': () => allow([view.callId]) });
  return (
    <footer className="answer-bar">
      <Refusal why={answer.refused} />
      <AnswerStatus
        view={view}
        skew={skew}
        words={inTime ? armingWords(arming, answer) : ''}
        answer={answer}
      />
      {opened === 'reason' && <DenyReason onSend={deny} onClose={leaveReason} />}
      {opened === 'ways' && card !== undefined && (
        <MoreWays
          card={card}
          canAllow={canAllow}
          withoutWall={withoutWall}
          onDropWall={setWithoutWall}
          onGrant={(scope) => allow(settled, scope)}
        />
      )}
      <div className="answers">
        <DenyButtons
          count={view.callIds.length}
          disabled={answer.accepted}
          reasonOpen={opened === 'reason'}
          reasonButton={reasonButton}
          onDeny={() => deny()}
          onReason={() => setOpened(opened === 'reason' ? 'nothing' : 'reason')}
        />
        <div className="answer-group">
          {offersMore(card) && (
            <button
              type="button"
              className="button button-quiet"
              aria-expanded={opened === 'ways'}
              onClick={() => setOpened(opened === 'ways' ? 'nothing' : 'ways')}
            >
              {strings.approval.moreWays}
            </button>
          )}
          <AllowButtons
            view={view}
            canAllow={canAllow}
            settled={settled}
            withoutWall={withoutWall}
            onAllow={allow}
          />
        </div>
      </div>
    </footer>
  );
}

interface AnswerStatusProps {
  readonly view: WaitingView;
  readonly skew: number;
  readonly words: string;
  readonly answer: AnswerHandle;
}

function AnswerStatus({ view, skew, words, answer }: AnswerStatusProps) {
  const standsOn = answer.given > 0 && !answer.accepted;
  return (
    <p className="answer-status">
      <Countdown at={view.expiresAt} skew={skew} />
      <span id="arming" role="status">
        {standsOn ? `${strings.approval.othersWait(view.count)} ${words}` : words}
      </span>
    </p>
  );
}

interface DenyButtonsProps {
  /** How many equal calls it denies. */
  readonly count: number;
  readonly disabled: boolean;
  readonly reasonOpen: boolean;
  readonly reasonButton: Ref<HTMLButtonElement>;
  readonly onDeny: () => void;
  readonly onReason: () => void;
}

function DenyButtons({ count, disabled, reasonOpen, reasonButton, onDeny, onReason }: DenyButtonsProps) {
  return (
    <div className="answer-group">
      <button type="button" className="button" aria-keyshortcuts="d" disabled={disabled} onClick={onDeny}>
        {count > 1 ? strings.approval.denyAll(count) : strings.approval.deny}
      </button>
      <button
        type="button"
        ref={reasonButton}
        className="button"
        aria-keyshortcuts="r"
        aria-expanded={reasonOpen}
        disabled={disabled}
        onClick={onReason}
      >
        {strings.approval.denyWithReason}
      </button>
    </div>
  );
}

interface AllowButtonsProps {
  readonly view: WaitingView;
  readonly canAllow: boolean;
  readonly settled: readonly string[];
  readonly withoutWall: boolean;
  readonly onAllow: (callIds: readonly string[]) => void;
}

/** The oldest call by itself first, since it is what the card speaks of; then all that stood on it long enough. */
function AllowButtons({ view, canAllow, settled, withoutWall, onAllow }: AllowButtonsProps) {
  return (
    <>
      <AllowButton
        ask={view.ask}
        enabled={canAllow}
        describedBy="arming"
        onAllow={() => onAllow([view.callId])}
        main
      >
        {withoutWall ? strings.approval.allowWithoutWall : strings.approval.allow}
      </AllowButton>
      {view.count > 1 && !withoutWall && (
        <AllowButton
          ask={view.ask}
          enabled={canAllow && settled.length > 1}
          describedBy="arming"
          onAllow={() => onAllow(settled)}
        >
          {strings.approval.allowAll(Math.max(settled.length, 2))}
        </AllowButton>
      )}
    </>
  );
}

export function Refusal({ why }: { readonly why: string | undefined }) {
  if (why === undefined) return null;
  return (
    <p className="action-error" role="alert">
      <Shape kind="cross" />
      <span>
        <Visible text={strings.approval.refused(why)} />
      </span>
    </p>
  );
}

function armingWords(arming: Arming, answer: AnswerHandle): string {
  if (answer.accepted) return strings.approval.answered;
  if (answer.sending) return strings.approval.answering;
  switch (arming.kind) {
    case 'unseen':
      return strings.approval.scrollFirst;
    case 'settling':
      return strings.approval.settling;
    case 'armed':
      return strings.approval.ready;
    case 'failed':
      return strings.failed(arming.why);
    default:
      return assertNever(arming);
  }
}

function offersMore(card: ApprovalCard | undefined): boolean {
  return card !== undefined && (card.canDropWall || grantsOn(card).length > 0);
}
