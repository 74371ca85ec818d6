/** One thing a person can set off: whether it is under way, and why it failed, to be shown beside its button. */
import { useState } from 'react';
import type { ActionReply } from '../../src-shared/ipc-contract.ts';
import { replyOf } from '../bridge.ts';

export interface ActionHandle<Input> {
  readonly busy: boolean;
  /** True from the first time that it worked. */
  readonly done: boolean;
  readonly error: string | undefined;
  /** Resolves to whether it worked. A second press while the first is under way does nothing. */
  readonly run: (input: Input) => Promise<boolean>;
}

export function useAction<Input = void>(action: (input: Input) => Promise<ActionReply>): ActionHandle<Input> {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [error, setError] = useState<string>();
  const run = async (input: Input) => {
    if (busy) return false;
    setBusy(true);
    setError(undefined);
    const reply = await replyOf(action(input));
    setBusy(false);
    if (!reply.ok && !reply.cancelled) setError(reply.error);
    if (reply.ok) setDone(true);
    return reply.ok;
  };
  return { busy, done, error, run };
}
