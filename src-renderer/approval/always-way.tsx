/** Allows for always: the person picks one of a few rules, each shown as the lines that go into the file and by examples. */
import { useState } from 'react';
import { type Answer, type ApprovalCard, type RuleOffer, wantsHold } from '../../src-shared/approval.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { AllowButton } from './allow-button.tsx';
import { useAllow, yesTo } from './use-allow.ts';
import { useRuleOffers } from './use-rule-offers.ts';

interface AlwaysWayProps {
  readonly bridge: ApprovalBridge;
  readonly card: ApprovalCard;
  readonly callIds: readonly string[];
  readonly ready: boolean;
  readonly onAnswer: (answer: Answer, callIds: readonly string[]) => void;
}

export function AlwaysWay({ bridge, card, ...props }: AlwaysWayProps) {
  const fetched = useRuleOffers(bridge, card.callId);
  if (fetched.kind === 'here' && fetched.offers.length > 0)
    return <AlwaysOffers bridge={bridge} card={card} offers={fetched.offers} {...props} />;
  return (
    <p className="way" role="status">
      <Visible text={fetched.kind === 'here' ? strings.always.none : words(fetched)} />
    </p>
  );
}

function words(
  fetched: { readonly kind: 'fetching' } | { readonly kind: 'failed'; readonly why: string },
): string {
  return fetched.kind === 'fetching' ? strings.always.fetching : strings.failed(fetched.why);
}

interface AlwaysOffersProps extends AlwaysWayProps {
  readonly offers: readonly RuleOffer[];
}

function AlwaysOffers({ bridge, card, callIds, ready, onAnswer, offers }: AlwaysOffersProps) {
  const [picked, setPicked] = useState(0);
  const answer: Answer = { kind: 'allow', grant: 'always', rule: offers[picked]?.lines ?? '' };
  const allow = useAllow({
    bridge,
    request: yesTo(card, callIds, answer),
    hold: wantsHold(card.ask, answer),
    ready,
    onAllow: () => onAnswer(answer, callIds),
  });
  return (
    <div className="way way-always">
      <p id="way-always">{strings.approval.scopeHints.always}</p>
      <fieldset className="offers">
        <legend className="visually-hidden">{strings.always.pick}</legend>
        {offers.map((offer, index) => (
          <Offer
            key={offer.lines}
            offer={offer}
            narrowest={index === 0}
            picked={index === picked}
            onPick={() => setPicked(index)}
          />
        ))}
      </fieldset>
      <AllowButton allow={allow} describedBy="way-always">
        {strings.approval.scopes.always}
      </AllowButton>
    </div>
  );
}

interface OfferProps {
  readonly offer: RuleOffer;
  readonly narrowest: boolean;
  readonly picked: boolean;
  readonly onPick: () => void;
}

function Offer({ offer, narrowest, picked, onPick }: OfferProps) {
  return (
    <div className={picked ? 'offer offer-picked' : 'offer'}>
      <label>
        <input type="radio" name="offer" checked={picked} onChange={onPick} />
        <code className="rule-line">
          <Visible text={offer.lines} mode="block" />
        </code>
      </label>
      <p className="soft">{narrowest ? strings.always.narrowest : strings.always.wider}</p>
      {picked && (
        <div className="offer-examples">
          <Examples title={strings.always.allows} texts={offer.allows} />
          <Examples
            title={strings.always.asks}
            texts={offer.asks.map(({ summary, why }) => strings.always.because(summary, why))}
          />
        </div>
      )}
    </div>
  );
}

function Examples({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <>
      <p>{title}</p>
      <ul>
        {texts.map((text) => (
          <li key={text}>
            <Visible text={text} />
          </li>
        ))}
      </ul>
    </>
  );
}
