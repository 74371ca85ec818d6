/** Invites for direct callers: those that are open, and a new one, whose code is shown once. */
import { useState } from 'react';
import type { InviteView } from '../../src-shared/contact.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Countdown } from '../parts/times.tsx';
import { useAction } from '../parts/use-action.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { Field } from './field.tsx';

interface CallerInvitesProps {
  readonly bridge: MainBridge;
  readonly invites: readonly InviteView[];
  readonly skew: number;
}

export function CallerInvites({ bridge, invites, skew }: CallerInvitesProps) {
  const words = strings.callers;
  const [name, setName] = useState('');
  const [code, setCode] = useState<string>();
  const make = useAction(async () => {
    const reply = await bridge.call('invite:make', { name: name.trim() });
    if (reply.ok) {
      setCode(reply.code);
      setName('');
    }
    return reply;
  });
  const withdraw = useAction((id: string) => bridge.call('invite:withdraw', id));
  return (
    <section className="form" aria-labelledby="invites-title">
      <h3 id="invites-title">{words.invitesTitle}</h3>
      <p className="soft">{words.invitesText}</p>
      <ul className="rows">
        {invites.map((invite) => (
          <li key={invite.id} className="folder-row">
            <span className="row-what">
              <Visible text={words.inviteLeft(invite.name, invite.attemptsLeft)} /> ·{' '}
              <Countdown at={invite.expiresAt} skew={skew} />
            </span>
            <button
              type="button"
              className="button button-quiet"
              disabled={withdraw.busy}
              onClick={() => void withdraw.run(invite.id)}
            >
              {words.withdraw}
            </button>
          </li>
        ))}
      </ul>
      {code !== undefined && (
        <p role="status" className="invite-code">
          {words.code(code)}
        </p>
      )}
      <Field label={words.name} value={name} onChange={setName} hint={words.nameHint} />
      <div className="row">
        <button
          type="button"
          className="button"
          disabled={make.busy || name.trim() === ''}
          onClick={() => void make.run()}
        >
          {words.invite}
        </button>
      </div>
      <ActionError error={make.error ?? withdraw.error} />
    </section>
  );
}
