/** When Allow comes alive: the whole text was seen, main was told so, and half a second went by. Main holds the same rules. */
import { useEffect, useState } from 'react';
import { type ApprovalBridge, replyOf } from '../bridge.ts';

/** How long a card that can be seen stays deaf to Allow, in milliseconds (DESIGN.md, The safe yes). */
const ARM_MS = 500;

export type Arming =
  | { readonly kind: 'unseen' }
  | { readonly kind: 'settling' }
  | { readonly kind: 'armed' }
  | { readonly kind: 'failed'; readonly why: string };

export function useArming(
  bridge: ApprovalBridge,
  callId: string,
  digest: string,
  wholeSeen: boolean,
): Arming {
  const visible = usePageVisible();
  const [arming, setArming] = useState<Arming>({ kind: 'unseen' });
  useEffect(() => {
    if (!wholeSeen || !visible) return;
    let live = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setArming({ kind: 'settling' });
    void replyOf(bridge.call('approval:shown', { callId, digest })).then((reply) => {
      if (!live) return;
      // Counted from main's reply on, so that this clock never runs ahead of main's.
      if (reply.ok) timer = setTimeout(() => setArming({ kind: 'armed' }), ARM_MS);
      else setArming({ kind: 'failed', why: reply.error });
    });
    return () => {
      live = false;
      clearTimeout(timer);
      setArming({ kind: 'unseen' });
    };
  }, [bridge, callId, digest, wholeSeen, visible]);
  return arming;
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
