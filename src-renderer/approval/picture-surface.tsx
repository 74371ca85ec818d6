/** What lies over a picture while a tool is in hand: takes the pointer and the keys, and shows the frame. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Rect } from '../../src-shared/picture.ts';
import { strings } from '../strings.ts';
import {
  firstFrame,
  frameBetween,
  moved,
  type PictureTool,
  placeOf,
  resized,
  stepOf,
} from './picture-frame.ts';

interface PictureSurfaceProps {
  readonly tool: PictureTool;
  readonly view: Rect;
  readonly frame: Rect | undefined;
  readonly onFrame: (frame: Rect | undefined) => void;
  readonly onTake: (frame: Rect) => void;
  readonly onLeave: () => void;
}

const ARROWS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export function PictureSurface({ tool, view, frame, onFrame, onTake, onLeave }: PictureSurfaceProps) {
  const surface = useRef<HTMLButtonElement>(null);
  const [from, setFrom] = useState<{ readonly x: number; readonly y: number }>();
  useEffect(() => surface.current?.focus({ preventScroll: true }), []);
  const drawnTo = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const to = { x: event.clientX - box.left, y: event.clientY - box.top };
    return { to, drawn: from && frameBetween(from, to, box, view) };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (arrow === undefined) return frame === undefined ? onLeave() : onFrame(undefined);
    const step = event.ctrlKey ? 1 : stepOf(view);
    const by = { x: arrow.x * step, y: arrow.y * step };
    if (frame === undefined) onFrame(firstFrame(view));
    else onFrame(event.shiftKey ? resized(frame, by, view) : moved(frame, by, view));
  };
  return (
    <div role="application" aria-label={strings.picture.surface[tool]}>
      <button
        type="button"
        ref={surface}
        className="picture-surface"
        aria-label={strings.picture.surface[tool]}
        aria-describedby="picture-keys"
        onKeyDown={onKeyDown}
        // Of the keys: the pointer takes its frame when it comes up.
        onClick={({ detail }) => detail === 0 && (frame ? onTake(frame) : onFrame(firstFrame(view)))}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setFrom(drawnTo(event).to);
        }}
        onPointerMove={(event) => from && onFrame(drawnTo(event).drawn)}
        onPointerUp={(event) => {
          const { drawn } = drawnTo(event);
          setFrom(undefined);
          if (from && drawn) onTake(drawn);
        }}
        onPointerCancel={() => {
          setFrom(undefined);
          onFrame(undefined);
        }}
      />
      {frame && <div className={`picture-frame picture-frame-${tool}`} style={placeOf(frame, view)} />}
      <p className="visually-hidden" role="status">
        {frame && strings.picture.frame(frame.x, frame.y, frame.width, frame.height)}
      </p>
    </div>
  );
}
