/** The very picture that would leave, large enough to judge, and the tools with which the person takes something out of it. */
import type { RefObject } from 'react';
import { isTouched, MOST_COVERS, type WaitingPicture } from '../../src-shared/picture.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Ago } from '../parts/times.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import type { Snapshot } from '../use-app-state.ts';
import { type PictureTool, viewOf } from './picture-frame.ts';
import { PictureSurface } from './picture-surface.tsx';
import type { ListedCard } from './queue-list.ts';
import { type PictureDesk as Desk, type PictureDesks, usePictureDesk } from './use-picture-desk.ts';

interface PictureDeskProps {
  readonly bridge: ApprovalBridge;
  readonly snapshot: Snapshot;
  /** The card that it is on. Once that has ended, it can still be looked at. */
  readonly listed: ListedCard;
  readonly desks: PictureDesks;
  readonly picture: WaitingPicture;
  readonly block: RefObject<HTMLElement | null>;
  /** Called when the picture stands in its place. */
  readonly onShown: () => void;
  readonly onChanging: (changing: boolean) => void;
}

export function PictureDesk({ snapshot, listed, block, onShown, ...given }: PictureDeskProps) {
  const { picture } = given;
  const { image, edit } = picture;
  const { callId, digest } = listed.view;
  const desk = usePictureDesk({ ...given, callId, digest });
  const canEdit = !listed.ended && edit !== undefined;
  return (
    <section className="picture" aria-labelledby="picture-label">
      <h3 id="picture-label">
        {strings.picture.label}
        <span className="whole-size">{sizeWords(picture)}</span>
      </h3>
      {canEdit && <PictureTools desk={desk} />}
      <section ref={block} className={desk.actualSize ? 'picture-stage picture-actual' : 'picture-stage'}>
        <div className="picture-sheet">
          <img
            src={`data:${image.mimeType};base64,${image.base64}`}
            width={image.width}
            height={image.height}
            draggable={false}
            alt={strings.picture.alt(image.width, image.height)}
            onLoad={onShown}
          />
          {canEdit && desk.tool && !desk.busy && (
            <PictureSurface
              key={desk.tool}
              tool={desk.tool}
              view={viewOf(picture)}
              frame={desk.frame}
              onFrame={desk.setFrame}
              onTake={desk.take}
              onLeave={() => desk.keep({ tool: undefined })}
            />
          )}
        </div>
      </section>
      <ActionError error={desk.error} />
      {canEdit && desk.tool && (
        <p id="picture-keys" className="soft">
          {strings.picture.keys}
        </p>
      )}
      <PictureFacts picture={picture} skew={snapshot.skew} />
    </section>
  );
}

const TOOLS: readonly PictureTool[] = ['cover', 'crop'];

function PictureTools({ desk }: { readonly desk: Desk }) {
  const full = desk.edit.covers.length >= MOST_COVERS;
  const touched = isTouched(desk.edit);
  return (
    <>
      <div className="picture-tools" role="toolbar" aria-label={strings.picture.tools}>
        {TOOLS.map((tool) => (
          <button
            key={tool}
            type="button"
            className="button"
            aria-pressed={desk.tool === tool}
            disabled={desk.busy || (tool === 'cover' && full)}
            onClick={() => {
              desk.setFrame(undefined);
              desk.keep({ tool: desk.tool === tool ? undefined : tool });
            }}
          >
            {strings.picture.tool[tool]}
          </button>
        ))}
        <button
          type="button"
          className="button button-quiet"
          disabled={desk.busy || (desk.past.length === 0 && !touched)}
          onClick={desk.undo}
        >
          {strings.picture.undo}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={desk.busy || !touched}
          onClick={desk.reset}
        >
          {strings.picture.reset}
        </button>
        <button
          type="button"
          className="button button-quiet"
          aria-pressed={desk.actualSize}
          onClick={() => desk.keep({ actualSize: !desk.actualSize })}
        >
          {strings.picture.actualSize}
        </button>
      </div>
      {desk.tool && <p className="soft">{strings.picture.hint[desk.tool]}</p>}
      {full && <p className="soft">{strings.picture.mostCovers}</p>}
    </>
  );
}

function PictureFacts({ picture, skew }: { readonly picture: WaitingPicture; readonly skew: number }) {
  const { image, edit, takenAt } = picture;
  return (
    <div className="picture-facts soft">
      {edit && isTouched(edit) && (
        <p role="status">{strings.picture.changed(edit.crop !== undefined, edit.covers.length)}</p>
      )}
      {image.note !== undefined && (
        <p>
          {strings.picture.note} <Visible text={image.note} />
        </p>
      )}
      {takenAt !== undefined && (
        <p>
          {strings.picture.taken} <Ago at={takenAt} skew={skew} />. {strings.picture.takenNote}
        </p>
      )}
    </div>
  );
}

function sizeWords({ image: { mimeType, width, height, base64 } }: WaitingPicture): string {
  const type = mimeType === 'image/png' ? 'PNG' : 'JPEG';
  return strings.picture.size(width, height, type, Math.floor((base64.length * 3) / 4));
}
