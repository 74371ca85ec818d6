/** Whether the picture on a card was in sight, whole, and whether the person is about to change it. */
import { type RefObject, useRef, useState } from 'react';
import type { ApprovalCard } from '../../src-shared/approval.ts';
import { useWholeSeen } from './use-whole-seen.ts';

export interface PictureSeen {
  /** True for a card without one. */
  readonly seen: boolean;
  /** What is shown is not what the person is about to make of it: nothing may be allowed now. */
  readonly changing: boolean;
  /** For the desk that the picture lies on. */
  readonly watch: {
    readonly block: RefObject<HTMLElement | null>;
    readonly onShown: () => void;
    readonly onChanging: (changing: boolean) => void;
  };
}

/** `card` is missing while it is being fetched; `before` says that it was seen whole on an earlier visit. */
export function usePictureSeen(card: ApprovalCard | undefined, before: boolean): PictureSeen {
  const block = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(false);
  const [changing, onChanging] = useState(false);
  const seen = useWholeSeen(block, shown, before);
  return {
    seen: card !== undefined && (card.picture === undefined || seen),
    changing,
    watch: { block, onShown: () => setShown(true), onChanging },
  };
}
