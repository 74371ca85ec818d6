/**
 * The answers to all cards that are ticked, in place of those to the one on show. Deny is always live; one press allows,
 * and only what was read to the end and need not be looked at by itself.
 */
import type { AppState } from '../../src-shared/app-state.ts';
import type { YesRequest } from '../../src-shared/approval.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { ariaKeys } from '../parts/shortcut-table.ts';
import { Countdown } from '../parts/times.tsx';
import { useNow } from '../parts/use-now.ts';
import { useShortcuts } from '../parts/use-shortcuts.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { AllowButton } from './allow-button.tsx';
import { useAllow } from './use-allow.ts';
import { type SeenCards, seenKey } from './use-seen-cards.ts';
import type { Several } from './use-several.ts';
import type { Ticks } from './use-ticks.ts';

interface BatchBarProps {
  readonly bridge: ApprovalBridge;
  readonly state: AppState;
  readonly skew: number;
  readonly ticks: Ticks;
  readonly seen: SeenCards;
  /** The card on show. */
  readonly shownId: string | undefined;
  readonly several: Several;
}

export function BatchBar({ bridge, state, skew, ticks, seen, shownId, several }: BatchBarProps) {
  const { views, calls } = ticks;
  const now = useNow(skew);
  const yes: YesRequest = { calls: [...calls], answer: { kind: 'allow' } };
  const expiresAt = Math.min(...views.map((view) => view.expiresAt));
  const whyNot = whyNotYet(ticks, seen, now >= expiresAt);
  const shownIsTicked = views.some(({ cardId }) => cardId === shownId);
  const allow = useAllow({
    bridge,
    request: yes,
    hold: false,
    ready: whyNot === undefined && !several.sending,
    // Who reads another card means that one by the key.
    shortcut: shownIsTicked,
    onAllow: () => several.give(yes, views, state.seq),
  });
  const deny = () => {
    if (!several.sending) several.give({ ...yes, answer: { kind: 'deny' } }, views, state.seq);
  };
  useShortcuts({ deny, leave: ticks.clear });
  const ready = allow.live && !shownIsTicked ? strings.batch.pressOnly : allow.words;
  return (
    <footer className="answer-bar batch-bar">
      <p className="answer-status">
        <span>
          <strong>{strings.batch.status(views.length, calls.length)}</strong> ·{' '}
          <Countdown at={expiresAt} skew={skew} />
        </span>
        <span id="batch-arming" role="status">
          {several.sending ? strings.approval.answering : (whyNot ?? ready)}
        </span>
      </p>
      <div className="answers">
        <div className="answer-group">
          <button
            type="button"
            className="button"
            aria-keyshortcuts={ariaKeys('deny')}
            disabled={several.sending}
            onClick={deny}
          >
            {strings.batch.deny(calls.length)}
          </button>
          <button
            type="button"
            className="button button-quiet"
            aria-keyshortcuts={ariaKeys('leave')}
            onClick={ticks.clear}
          >
            {strings.batch.clear}
          </button>
        </div>
        <div className="answer-group">
          <AllowButton allow={allow} describedBy="batch-arming" main={shownIsTicked}>
            {strings.batch.allow(calls.length)}
          </AllowButton>
        </div>
      </div>
    </footer>
  );
}

function whyNotYet({ views }: Ticks, seen: SeenCards, timeUp: boolean): string | undefined {
  const mustLook = views.filter(({ ask }) => ask === 'must-look').length;
  if (mustLook > 0) return strings.batch.mustLook(mustLook);
  const unread = views.filter((view) => !seen.has(seenKey(view))).length;
  if (unread > 0) return strings.batch.unread(unread);
  return timeUp ? strings.batch.timeUp : undefined;
}

/** What was not taken of the last answer to several, card by card, until the person has read it. */
export function BatchNote({ several }: { readonly several: Several }) {
  if (several.notTaken.length === 0) return null;
  return (
    <div className="notice notice-warning gone-note" role="alert">
      <div>
        <p>{strings.batch.failed}</p>
        <ul>
          {several.notTaken.map(({ cardId, summary, why, count, of }) => (
            <li key={cardId}>
              <Visible text={summary} />
              {of > 1 && ` (${strings.batch.part(count, of)})`}: <Visible text={why} />
            </li>
          ))}
        </ul>
      </div>
      <button type="button" className="button button-quiet" onClick={several.forget}>
        {strings.batch.close}
      </button>
    </div>
  );
}
