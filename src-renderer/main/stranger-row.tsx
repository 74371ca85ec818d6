/** One unknown caller that waits: its whole address, a name for it, and the answers. */
import { type ReactNode, useState } from 'react';
import type { Stranger } from '../../src-shared/contact.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { Field } from './field.tsx';

interface StrangerRowProps {
  readonly bridge: MainBridge;
  readonly stranger: Stranger;
  /** The time that is left. */
  readonly children: ReactNode;
}

export function StrangerRow({ bridge, stranger, children }: StrangerRowProps) {
  const { address, from } = stranger;
  const words = strings.callers;
  const [name, setName] = useState('');
  const letIn = useAction(() => bridge.call('caller:accept', { address, name: name.trim() }));
  const refuse = useAction((block: boolean) => bridge.call('caller:refuse', { address, block }));
  return (
    <li className="form">
      <code className="break">{address}</code>
      <p className="soft">
        <Visible text={from} /> · {children}
      </p>
      <Field label={words.name} value={name} onChange={setName} hint={words.nameHint} />
      <div className="row">
        <button
          type="button"
          className="button"
          disabled={refuse.busy}
          onClick={() => void refuse.run(false)}
        >
          {words.turnAway}
        </button>
        <button type="button" className="button" disabled={refuse.busy} onClick={() => void refuse.run(true)}>
          {words.block}
        </button>
        <button
          type="button"
          className="button"
          disabled={letIn.busy || name.trim() === ''}
          onClick={() => void letIn.run()}
        >
          {words.letIn}
        </button>
      </div>
      <ActionError error={letIn.error ?? refuse.error} />
    </li>
  );
}
