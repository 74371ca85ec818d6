/** Direct callers: the signed door, who waits at it, who is accepted, and the invites that are open. */
import type { Contact } from '../../src-shared/contact.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Countdown } from '../parts/times.tsx';
import { useAction } from '../parts/use-action.ts';
import { Visible } from '../parts/visible.tsx';
import { locale } from '../spoken.ts';
import { strings } from '../strings.ts';
import { CallerInvites } from './caller-invites.tsx';
import type { PageProps } from './page-props.ts';
import { StrangerRow } from './stranger-row.tsx';

const words = strings.callers;

export function CallersPage({ bridge, snapshot }: PageProps) {
  const { direct } = snapshot.state;
  return (
    <>
      <p className="lead">{words.text}</p>
      <SignedDoor bridge={bridge} snapshot={snapshot} />
      {direct.strangers.length > 0 && (
        <section aria-labelledby="strangers-title">
          <h3 id="strangers-title">{words.strangersTitle}</h3>
          <p className="soft">{words.strangersText}</p>
          <ul className="rows">
            {direct.strangers.map((stranger) => (
              <StrangerRow key={stranger.address} bridge={bridge} stranger={stranger}>
                <Countdown at={stranger.until} skew={snapshot.skew} />
              </StrangerRow>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="contacts-title">
        <h3 id="contacts-title">{words.contactsTitle}</h3>
        {direct.contacts.length === 0 && <p className="soft">{words.contactsEmpty}</p>}
        <ul className="rows">
          {direct.contacts.map((contact) => (
            <ContactRow key={contact.address} bridge={bridge} contact={contact} />
          ))}
        </ul>
      </section>
      {direct.blocked.length > 0 && (
        <section aria-labelledby="blocked-title">
          <h3 id="blocked-title">{words.blockedTitle}</h3>
          <ul className="rows">
            {direct.blocked.map((address) => (
              <BlockedRow key={address} bridge={bridge} address={address} />
            ))}
          </ul>
        </section>
      )}
      <CallerInvites bridge={bridge} invites={direct.invites} skew={snapshot.skew} />
    </>
  );
}

function SignedDoor({ bridge, snapshot }: PageProps) {
  const { direct } = snapshot.state;
  const set = useAction((listen: boolean) => bridge.call('direct:listen', listen));
  const problem = direct.problem ?? direct.contactsProblem;
  return (
    <section className="form" aria-label={words.listen}>
      <label className="switch">
        <input
          type="checkbox"
          checked={direct.listen}
          disabled={set.busy}
          aria-describedby="listen-text"
          onChange={(event) => void set.run(event.currentTarget.checked)}
        />
        {words.listen}
      </label>
      <p id="listen-text" className="soft">
        {words.listenText}
      </p>
      {direct.url !== undefined && <p>{words.openAt(direct.url)}</p>}
      {direct.address !== undefined && (
        <p>
          {words.address}: <code className="break">{direct.address}</code>
        </p>
      )}
      <ActionError error={set.error ?? (problem === undefined ? undefined : visibleText(problem))} />
    </section>
  );
}

function ContactRow({ bridge, contact }: { readonly bridge: MainBridge; readonly contact: Contact }) {
  const { address, name, tools, since, how } = contact;
  const revoke = useAction(() => bridge.call('caller:refuse', { address, block: false }));
  return (
    <li className="folder-row">
      <span className="row-what">
        <strong>
          <Visible text={name} />
        </strong>{' '}
        <code className="break">{address}</code>
        <br />
        <span className="soft">
          {words.since(new Date(since).toLocaleDateString(locale()), how)},{' '}
          {tools === undefined ? words.allTools : words.tools(tools.map((tool) => visibleText(tool)))}
        </span>
      </span>
      <button
        type="button"
        className="button button-quiet"
        aria-label={words.revokeLabel(visibleText(name))}
        disabled={revoke.busy}
        onClick={() => void revoke.run()}
      >
        {words.revoke}
      </button>
      <ActionError error={revoke.error} />
    </li>
  );
}

function BlockedRow({ bridge, address }: { readonly bridge: MainBridge; readonly address: string }) {
  const unblock = useAction(() => bridge.call('caller:refuse', { address, block: false }));
  return (
    <li className="folder-row">
      <code className="row-what break">{address}</code>
      <button
        type="button"
        className="button button-quiet"
        disabled={unblock.busy}
        onClick={() => void unblock.run()}
      >
        {words.unblock}
      </button>
      <ActionError error={unblock.error} />
    </li>
  );
}
