/** Ways to allow beyond once: longer grants, and the choice to run without the wall. Each says what it covers or gives away. */
import type { ApprovalCard, GrantScope } from '../../src-shared/approval.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { AllowButton } from './allow-button.tsx';

/** Main offers none for what must be looked at; the window does not show one even if it did. */
export function grantsOn(card: ApprovalCard): readonly GrantScope[] {
  return card.ask === 'must-look' ? [] : card.scopes;
}

interface MoreWaysProps {
  readonly card: ApprovalCard;
  readonly canAllow: boolean;
  readonly withoutWall: boolean;
  readonly onDropWall: (drop: boolean) => void;
  readonly onGrant: (scope: GrantScope) => void;
}

export function MoreWays({ card, canAllow, withoutWall, onDropWall, onGrant }: MoreWaysProps) {
  const scopes = grantsOn(card);
  return (
    <div className="more-ways">
      {scopes.map((scope) => (
        <div key={scope} className="way">
          <AllowButton
            ask={card.ask}
            enabled={canAllow && !withoutWall}
            describedBy={`way-${scope}`}
            onAllow={() => onGrant(scope)}
          >
            {strings.approval.scopes[scope]}
          </AllowButton>
          <p id={`way-${scope}`}>
            {strings.approval.scopeHints[scope]}
            {scope === 'always' && card.alwaysRule !== undefined && (
              <code className="rule-line">
                <Visible text={card.alwaysRule.line} mode="block" />
              </code>
            )}
          </p>
        </div>
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
