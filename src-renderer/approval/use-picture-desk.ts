/** What the person does to one picture: each change is made by Doorman at once, so what is shown is always what would leave. */
import { useEffect, useState } from 'react';
import {
  isTouched,
  type PictureEdit,
  type Rect,
  UNTOUCHED,
  type WaitingPicture,
} from '../../src-shared/picture.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { useAction } from '../parts/use-action.ts';
import { type PictureTool, withFrame } from './picture-frame.ts';

interface Kept {
  readonly tool?: PictureTool | undefined;
  readonly actualSize: boolean;
  /** What was changed before each change, the oldest first. */
  readonly past: readonly PictureEdit[];
}

/** By call, the window's own: each change is another card, and the tool stays in hand. */
export type PictureDesks = Map<string, Kept>;

const NOTHING: Kept = { actualSize: false, past: [] };

export interface PictureDesk extends Kept {
  readonly edit: PictureEdit;
  /** Drawn, and not taken yet. */
  readonly frame: Rect | undefined;
  readonly busy: boolean;
  readonly error: string | undefined;
  keep(next: { readonly tool?: PictureTool | undefined; readonly actualSize?: boolean }): void;
  setFrame(frame: Rect | undefined): void;
  /** Has Doorman make the picture without what this frame takes away. */
  take(frame: Rect): void;
  undo(): void;
  reset(): void;
}

interface PictureDeskRooms {
  readonly bridge: ApprovalBridge;
  readonly desks: PictureDesks;
  readonly callId: string;
  readonly digest: string;
  readonly picture: WaitingPicture;
  /** Called with true while what is shown is not what the person is about to make of it. */
  readonly onChanging: (changing: boolean) => void;
}

export function usePictureDesk(rooms: PictureDeskRooms): PictureDesk {
  const { bridge, desks, callId, digest, picture, onChanging } = rooms;
  const [kept, setKept] = useState(desks.get(callId) ?? NOTHING);
  const [frame, setFrame] = useState<Rect>();
  const { edit = UNTOUCHED } = picture;
  const change = useAction(async (next: PictureEdit) => {
    const receipt = await bridge.call('approval:edit', { callId, digest, picture: next });
    return receipt.kind === 'accepted' ? { ok: true } : { ok: false, error: receipt.why };
  });
  const { busy, error } = change;
  const changing = frame !== undefined || busy;
  useEffect(() => onChanging(changing), [changing, onChanging]);
  const keep = (next: Partial<Kept>) => {
    const all = { ...(desks.get(callId) ?? kept), ...next };
    desks.set(callId, all);
    setKept(all);
  };
  const make = (next: PictureEdit, past: readonly PictureEdit[]) => {
    setFrame(undefined);
    // Another card then stands in place of this one, with a desk of its own that reads what is kept.
    const before = desks.get(callId) ?? kept;
    keep({ past });
    void change.run(next).then((done) => {
      if (!done) keep({ past: before.past });
    });
  };
  return {
    ...kept,
    edit,
    frame,
    busy,
    error,
    keep,
    setFrame,
    take: (taken) => kept.tool && make(withFrame(edit, kept.tool, taken), [...kept.past, edit]),
    undo: () => make(kept.past.at(-1) ?? withoutLast(edit), kept.past.slice(0, -1)),
    reset: () => make(UNTOUCHED, isTouched(edit) ? [...kept.past, edit] : kept.past),
  };
}

/** Of a change that another window made, the order is not known. */
function withoutLast({ covers, ...rest }: PictureEdit): PictureEdit {
  return covers.length > 0 ? { ...rest, covers: covers.slice(0, -1) } : UNTOUCHED;
}
