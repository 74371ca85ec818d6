/** Who asks, how often, and what the agent says of it: a claim, set apart from what Doorman found. */
import type { ReactNode } from 'react';
import type { ApprovalCard } from '../../src-shared/approval.ts';
import type { Origin } from '../../src-shared/call.ts';
import { Ago } from '../parts/times.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { originWords } from '../text/origin-words.ts';

interface CardWhoProps {
  readonly card: ApprovalCard;
  readonly skew: number;
  /** What the agent says of equal calls that stand on the same card. */
  readonly otherClaims: readonly string[];
}

export function CardWho({ card, skew, otherClaims }: CardWhoProps) {
  const { origin, machine, asked } = card;
  return (
    <section className="who" aria-labelledby="who-label">
      <h3 id="who-label">{strings.card.from}</h3>
      <p className="who-names">
        <Names origin={origin} machine={machine} />
        <Ago at={card.askedAt} skew={skew} />
      </p>
      <p className="soft">
        {strings.card.nth(asked.all, origin.door === 'client-tools' && origin.runId !== undefined)}
        {asked.same > 1 && (
          <>
            {' · '}
            <strong>{strings.card.again(asked.same)}</strong>
          </>
        )}
      </p>
      {card.claimedReason === undefined ? (
        <p className="soft">{strings.card.noClaim}</p>
      ) : (
        <Claim label={strings.card.claim} text={card.claimedReason} />
      )}
      {otherClaims.map((text) => (
        <Claim key={text} label={strings.card.otherClaim} text={text} />
      ))}
    </section>
  );
}

/** The agent's words, in a frame of their own: a claim, never what Doorman found. */
function Claim({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <figure className="claim">
      <figcaption>{label}</figcaption>
      <blockquote>
        <bdi>
          <Visible text={text} prose />
        </bdi>
      </blockquote>
    </figure>
  );
}

function Names({ origin, machine }: { readonly origin: Origin; readonly machine: string | undefined }) {
  if (origin.door === 'local') {
    return (
      <>
        <Name text={origin.caller} main /> <span>{strings.card.local}</span>
      </>
    );
  }
  // Direct callers are never asked about; the type allows it.
  if (origin.door === 'direct') return <span className="who-main">{originWords(origin)}</span>;
  return (
    <>
      <Name text={origin.profileName} main />
      {machine !== undefined && <span>{strings.card.machine(machine)}</span>}
      {origin.agentId !== undefined && <Name label={strings.card.agent} text={origin.agentId} />}
      {origin.runId !== undefined && <Name label={strings.card.run} text={origin.runId} />}
    </>
  );
}

interface NameProps {
  readonly label?: ReactNode;
  readonly text: string;
  readonly main?: boolean;
}

/** What the peer calls itself: text from outside, which must not move what stands beside it. */
function Name({ label, text, main = false }: NameProps) {
  return (
    <span>
      {label !== undefined && <>{label} </>}
      <bdi className={main ? 'who-main' : undefined}>
        <Visible text={text} />
      </bdi>
    </span>
  );
}
