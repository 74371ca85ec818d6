/** The answers to one card. Deny is always live; Allow says why it is not. */
import { useRef, useState } from 'react';
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
  const inTime = useNow(skew) < view.expiresAt;
  const canAllow =
    arming.kind === 'armed' && card !== undefined && inTime && !answer.sending && !answer.accepted;
  const deny = (reason?: string) => {
    if (!answer.accepted) answer.give({ kind: 'deny', ...(reason && { reason }) });
  };
  const allow = (grant?: GrantScope) => {
    if (!canAllow) return;
    answer.give({ kind: 'allow', ...(grant && { grant }), ...(withoutWall && { withoutWall }) });
  };
  const leaveReason = () => {
    setOpened('nothing');
    reasonButton.current?.focus();
  };
  useShortcuts({ d: () => deny(), r: () => setOpened('reason'), 'Ctrl+Enter': () => allow() });
  return (
    <footer className="answer-bar">
      <Refusal why={answer.refused} />
      <p className="answer-status">
        <Countdown at={view.expiresAt} skew={skew} />
        <span id="arming" role="status">
          {inTime && armingWords(arming, answer)}
        </span>
      </p>
      {opened === 'reason' && <DenyReason onSend={deny} onClose={leaveReason} />}
      {opened === 'ways' && card !== undefined && (
        <MoreWays
          card={card}
          canAllow={canAllow}
          withoutWall={withoutWall}
          onDropWall={setWithoutWall}
          onGrant={allow}
        />
      )}
      <div className="answers">
        <div className="answer-group">
          <button
            type="button"
            className="button"
            aria-keyshortcuts="d"
            disabled={answer.accepted}
            onClick={() => deny()}
          >
            {strings.approval.deny}
          </button>
          <button
            type="button"
            ref={reasonButton}
            className="button"
            aria-keyshortcuts="r"
            aria-expanded={opened === 'reason'}
            disabled={answer.accepted}
            onClick={() => setOpened(opened === 'reason' ? 'nothing' : 'reason')}
          >
            {strings.approval.denyWithReason}
          </button>
        </div>
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
          <AllowButton ask={view.ask} enabled={canAllow} describedBy="arming" onAllow={() => allow()} main>
            {withoutWall ? strings.approval.allowWithoutWall : strings.approval.allow}
          </AllowButton>
        </div>
      </div>
    </footer>
  );
}

function Refusal({ why }: { readonly why: string | undefined }) {
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
