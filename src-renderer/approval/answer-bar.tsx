/** The answers to one card. Deny is always live; Allow says why it is not. */
import { type Ref, useRef, useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';
import { type Answer, type ApprovalCard, wantsHold } from '../../src-shared/approval.ts';
import { type Advice, denialOf } from '../../src-shared/denial.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { Shape } from '../parts/shape.tsx';
import { ariaKeys } from '../parts/shortcut-table.ts';
import { Countdown } from '../parts/times.tsx';
import { useNow } from '../parts/use-now.ts';
import { useShortcuts } from '../parts/use-shortcuts.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { AllowButton } from './allow-button.tsx';
import { DenyReason } from './deny-reason.tsx';
import { grantsOn, MoreWays } from './more-ways.tsx';
import { useAllow, yesTo } from './use-allow.ts';
import type { AnswerHandle } from './use-answer.ts';
import { useSettledCalls } from './use-settled-calls.ts';

interface AnswerBarProps {
  readonly bridge: ApprovalBridge;
  readonly view: WaitingView;
  /** Missing while it is being fetched: it can be denied, but not allowed. */
  readonly card: ApprovalCard | undefined;
  readonly skew: number;
  /** Main knows that its whole text was on screen. */
  readonly seen: boolean;
  /** The person is about to change what is shown. */
  readonly changing: boolean;
  readonly answer: AnswerHandle;
}

type Opened = 'nothing' | 'reason' | 'ways';

export function AnswerBar({ bridge, view, card, skew, seen, changing, answer }: AnswerBarProps) {
  const [opened, setOpened] = useState<Opened>('nothing');
  const [withoutWall, setWithoutWall] = useState(false);
  const reasonButton = useRef<HTMLButtonElement>(null);
  const settled = useSettledCalls(view.callIds);
  const inTime = useNow(skew) < view.expiresAt;
  const ready = seen && !changing && card !== undefined && inTime && !answer.sending && !answer.accepted;
  const once: Answer = { kind: 'allow', ...(withoutWall && { withoutWall }) };
  const allow = useAllow({
    bridge,
    request: yesTo(view, [view.callId], once),
    hold: wantsHold(view.ask, once),
    ready,
    shortcut: true,
    onAllow: () => answer.give(once),
  });
  const deny = (reason = '', advice?: Advice) => {
    if (!answer.accepted) answer.give({ kind: 'deny', ...denialOf({ reason, advice }) }, view.callIds);
  };
  const leaveReason = () => {
    setOpened('nothing');
    reasonButton.current?.focus();
  };
  useShortcuts({ deny: () => deny(), denyWithReason: () => setOpened('reason') });
  return (
    <footer className={withoutWall ? 'answer-bar without-wall' : 'answer-bar'}>
      <Refusal why={answer.refused} />
      <AnswerStatus
        view={view}
        skew={skew}
        words={inTime ? statusWords({ seen, changing }, answer, allow.words) : ''}
        answer={answer}
      />
      {opened === 'reason' && <DenyReason advised onSend={deny} onClose={leaveReason} />}
      {opened === 'ways' && card !== undefined && (
        <MoreWays
          bridge={bridge}
          card={card}
          callIds={settled}
          ready={ready && settled.length > 0}
          withoutWall={withoutWall}
          onDropWall={setWithoutWall}
          onAnswer={answer.give}
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
          <AllowButton allow={allow} describedBy="arming" main>
            {withoutWall ? strings.approval.allowWithoutWall : strings.approval.allow}
          </AllowButton>
          {view.count > 1 && !withoutWall && (
            <AllowAll bridge={bridge} view={view} callIds={settled} ready={ready} answer={answer} />
          )}
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
      <button
        type="button"
        className="button"
        aria-keyshortcuts={ariaKeys('deny')}
        disabled={disabled}
        onClick={onDeny}
      >
        {count > 1 ? strings.approval.denyAll(count) : strings.approval.deny}
      </button>
      <button
        type="button"
        ref={reasonButton}
        className="button"
        aria-keyshortcuts={ariaKeys('denyWithReason')}
        aria-expanded={reasonOpen}
        disabled={disabled}
        onClick={onReason}
      >
        {strings.approval.denyWithReason}
      </button>
    </div>
  );
}

interface AllowAllProps extends Pick<AnswerBarProps, 'bridge' | 'view' | 'answer'> {
  /** Those that stood on the card long enough. */
  readonly callIds: readonly string[];
  readonly ready: boolean;
}

function AllowAll({ bridge, view, callIds, ready, answer }: AllowAllProps) {
  const all: Answer = { kind: 'allow' };
  const allow = useAllow({
    bridge,
    request: yesTo(view, callIds, all),
    hold: wantsHold(view.ask, all),
    ready: ready && callIds.length > 1,
    onAllow: () => answer.give(all, callIds),
  });
  return (
    <AllowButton allow={allow} describedBy="arming">
      {strings.approval.allowAll(Math.max(callIds.length, 2))}
    </AllowButton>
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

function statusWords(
  { seen, changing }: Pick<AnswerBarProps, 'seen' | 'changing'>,
  answer: AnswerHandle,
  allow: string,
): string {
  if (answer.accepted) return strings.approval.answered;
  if (answer.sending) return strings.approval.answering;
  if (changing) return strings.picture.changing;
  return seen ? allow : strings.approval.waitsFor.text;
}

function offersMore(card: ApprovalCard | undefined): boolean {
  return card !== undefined && (card.canDropWall || grantsOn(card).length > 0);
}
