/** Ways to allow beyond once: longer grants, and the choice to run without the wall. Each says what it covers or gives away. */
import { type Answer, type ApprovalCard, type OfferedScope, wantsHold } from '../../src-shared/approval.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { strings } from '../strings.ts';
import { AllowButton } from './allow-button.tsx';
import { AlwaysWay } from './always-way.tsx';
import { useAllow, yesTo } from './use-allow.ts';

/** Main offers none for what must be looked at; the window does not show one even if it did. */
export function grantsOn(card: ApprovalCard): readonly OfferedScope[] {
  return card.ask === 'must-look' ? [] : card.scopes;
}

interface MoreWaysProps {
  readonly bridge: ApprovalBridge;
  readonly card: ApprovalCard;
  /** The calls of the card that are allowed with it. */
  readonly callIds: readonly string[];
  /** False where it cannot be allowed yet, or any more. */
  readonly ready: boolean;
  readonly withoutWall: boolean;
  readonly onDropWall: (drop: boolean) => void;
  readonly onAnswer: (answer: Answer, callIds: readonly string[]) => void;
}

export function MoreWays({ bridge, card, callIds, ready, withoutWall, onDropWall, onAnswer }: MoreWaysProps) {
  const scopes = grantsOn(card);
  return (
    <div className="more-ways">
      {scopes.map((scope) => (
        <Way
          key={scope}
          bridge={bridge}
          card={card}
          callIds={callIds}
          scope={scope}
          ready={ready && !withoutWall}
          onAnswer={onAnswer}
        />
      ))}
      {card.canDropWall && (
        <div className="way way-wall">
          <label>
            <input
              type="checkbox"
              checked={withoutWall}
              onChange={(event) => onDropWall(event.currentTarget.checked)}
            />
            {strings.approval.dropWall}
          </label>
          <p>
            {strings.approval.dropWallHint}{' '}
            {withoutWall && scopes.length > 0 && strings.approval.grantsNeedWall}
          </p>
        </div>
      )}
    </div>
  );
}

type WayProps = Pick<MoreWaysProps, 'bridge' | 'card' | 'callIds' | 'ready' | 'onAnswer'>;

function Way({ scope, ...props }: WayProps & { readonly scope: OfferedScope }) {
  return scope === 'always' ? <AlwaysWay {...props} /> : <GrantWay scope={scope} {...props} />;
}

interface GrantWayProps extends WayProps {
  readonly scope: Exclude<OfferedScope, 'always'>;
}

function GrantWay({ bridge, card, callIds, scope, ready, onAnswer }: GrantWayProps) {
  const answer: Answer = { kind: 'allow', grant: scope };
  const allow = useAllow({
    bridge,
    request: yesTo(card, callIds, answer),
    hold: wantsHold(card.ask, answer),
    ready,
    onAllow: () => onAnswer(answer, callIds),
  });
  return (
    <div className="way">
      <AllowButton allow={allow} describedBy={`way-${scope}`}>
        {strings.approval.scopes[scope]}
      </AllowButton>
      <p id={`way-${scope}`}>{strings.approval.scopeHints[scope]}</p>
    </div>
  );
}
