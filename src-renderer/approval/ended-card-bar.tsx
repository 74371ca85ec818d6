/** The foot of a card that has ended: a yes that lasts can be taken back there, and the next asking be settled ahead. */
import { useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';
import { type Answer, wantsHold } from '../../src-shared/approval.ts';
import type { GrantView } from '../../src-shared/grant-view.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { useNow } from '../parts/use-now.ts';
import { strings } from '../strings.ts';
import { endedCardWords } from '../text/call-words.ts';
import type { Snapshot } from '../use-app-state.ts';
import { AllowButton } from './allow-button.tsx';
import { Refusal } from './answer-bar.tsx';
import { EndedBar } from './ended-bar.tsx';
import { grantToUndo, OFFER_MS, wasMissed } from './ended-offers.ts';
import { useAllow, yesTo } from './use-allow.ts';
import type { AnswerHandle } from './use-answer.ts';

interface EndedCardBarProps {
  readonly bridge: ApprovalBridge;
  readonly snapshot: Snapshot;
  readonly view: WaitingView;
  /** Main knows that its whole text was on screen, and it still is. */
  readonly seen: boolean;
  readonly answer: AnswerHandle;
}

export function EndedCardBar({ bridge, snapshot, view, seen, answer }: EndedCardBarProps) {
  const { state, skew } = snapshot;
  const now = useNow(skew);
  const undo = useAction((ref: string) => bridge.call('grant:end', ref));
  const [undone, setUndone] = useState(false);
  const grant = grantToUndo(view, state.grants, now);
  const words = endedCardWords(view, state.recent);
  if (undone) return <EndedBar words={`${words} ${strings.late.undone}`} />;
  if (grant !== undefined)
    return (
      <EndedBar words={`${words} ${strings.late.allowed[grant.kind]}`}>
        <Undo
          grant={grant}
          now={now}
          busy={undo.busy}
          onUndo={() => void undo.run(grant.callId ?? grant.id).then(setUndone)}
        />
        <ActionError error={undo.error} />
      </EndedBar>
    );
  if (!wasMissed(view, state.recent)) return <EndedBar words={words} />;
  return (
    <EndedBar words={words}>
      <NextAsking bridge={bridge} view={view} seen={seen} answer={answer} />
    </EndedBar>
  );
}

interface UndoProps {
  readonly grant: GrantView;
  readonly now: number;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

function Undo({ grant, now, busy, onUndo }: UndoProps) {
  const left = Math.ceil(((grant.grantedAt ?? 0) + OFFER_MS - now) / 1000);
  return (
    <button type="button" className="button" disabled={busy} onClick={onUndo}>
      {strings.late.undo(left)}
    </button>
  );
}

function NextAsking({ bridge, view, seen, answer }: Omit<EndedCardBarProps, 'snapshot'>) {
  const [refuses, setRefuses] = useState(false);
  const next: Answer = { kind: 'allow', grant: 'next' };
  // What the person made of it is not what an agent asks for.
  const offered = view.ask === 'no-rule' && !view.isEdited;
  const allow = useAllow({
    bridge,
    request: yesTo(view, [view.callId], next),
    hold: wantsHold(view.ask, next),
    ready: seen && offered && !answer.sending,
    onAllow: () => answer.give(next),
  });
  if (refuses && answer.accepted) return <p className="soft">{strings.late.refused}</p>;
  return (
    <>
      <Refusal why={answer.refused} />
      {offered && (
        <p id="next-hint" className="soft">
          {seen ? strings.late.nextHint : strings.late.unseen}
        </p>
      )}
      <div className="answers">
        <button
          type="button"
          className="button"
          disabled={answer.sending}
          onClick={() => {
            setRefuses(true);
            answer.give({ kind: 'deny' }, view.callIds);
          }}
        >
          {strings.late.refuse}
        </button>
        {offered && seen && (
          <div className="answer-group">
            <AllowButton allow={allow} describedBy="next-hint">
              {strings.late.next}
            </AllowButton>
          </div>
        )}
      </div>
    </>
  );
}
