/** When Allow comes alive: the whole text was seen, main was told so, and half a second went by. Main holds the same rules. */
import { useEffect, useState } from 'react';
import type { WaitingView } from '../../src-shared/app-state.ts';
import { type ApprovalBridge, replyOf } from '../bridge.ts';

/** How long a card that can be seen stays deaf to Allow, in milliseconds (DESIGN.md, The safe yes). */
export const ARM_MS = 500;

export type Arming =
  | { readonly kind: 'unseen' }
  | { readonly kind: 'settling' }
  | { readonly kind: 'armed' }
  | { readonly kind: 'failed'; readonly why: string };

/** `given`: how many answers were given on this card. One that goes on standing for others settles anew after each. */
export function useArming(
  bridge: ApprovalBridge,
  { cardId, digest }: Pick<WaitingView, 'cardId' | 'digest'>,
  wholeSeen: boolean,
  given: number,
): Arming {
  const visible = usePageVisible();
  const [state, setState] = useState<Arming & { readonly given: number }>({ kind: 'unseen', given });
  useEffect(() => {
    if (!wholeSeen || !visible) return;
    let live = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setState({ kind: 'settling', given });
    void replyOf(bridge.call('approval:shown', { cardId, digest })).then((reply) => {
      if (!live) return;
      // Counted from main's reply on, so that this clock never runs ahead of main's.
      if (reply.ok) timer = setTimeout(() => setState({ kind: 'armed', given }), ARM_MS);
      else setState({ kind: 'failed', why: reply.error, given });
    });
    return () => {
      live = false;
      clearTimeout(timer);
      setState({ kind: 'unseen', given });
    };
  }, [bridge, cardId, digest, wholeSeen, visible, given]);
  return state.given === given ? state : { kind: 'settling' };
}

function usePageVisible(): boolean {
  const [visible, setVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const update = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return visible;
}
