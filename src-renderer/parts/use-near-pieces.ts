/** Which pieces of a long text are in sight or soon will be: only these are drawn, the others keep their room. */
import { type RefObject, useEffect, useMemo, useState } from 'react';
import type { TextPiece } from '../text/text-pieces.ts';

/** Drawn ahead in both directions, so that scrolling meets text and no blank. */
const AHEAD = '800px';

/** A text up to this length is drawn whole, so that all of it can be selected. Of a longer one this is drawn first. */
const FIRST_CHARACTERS = 6_000;
/** And of many short lines, each a piece, so many. */
const FIRST_PIECES = 80;

/** A line of text holds about so many characters, and is so high in pixels: for the room of what was not drawn yet. */
const LINE_CHARACTERS = 48;
const LINE_HEIGHT = 18;

export interface NearPieces {
  isNear(index: number): boolean;
  /** In pixels: as it was when it was drawn, or as it may be. */
  roomFor(index: number): number;
}

/** `box` holds one element for each piece, in their order. Where nothing tells what is in sight, all is. */
export function useNearPieces(box: RefObject<HTMLElement | null>, pieces: readonly TextPiece[]): NearPieces {
  const [near, setNear] = useState<ReadonlySet<number>>(() => firstOf(pieces));
  const [rooms] = useState(() => new Map<number, number>());
  const isShort = useMemo(() => isDrawnWhole(pieces), [pieces]);
  useEffect(() => {
    if (isShort) return;
    const elements = [...(box.current?.children ?? [])].slice(0, pieces.length);
    const places = new Map(elements.map((element, index) => [element, index]));
    rooms.clear();
    const observer = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting, boundingClientRect } of seen) {
          const place = places.get(target);
          if (place !== undefined && !isIntersecting) rooms.set(place, boundingClientRect.height);
        }
        setNear((known) => withChanges(known, seen, places));
      },
      // The box scrolls inside of another one that scrolls, and only `scrollMargin` reaches into both.
      { rootMargin: AHEAD, scrollMargin: AHEAD } as IntersectionObserverInit,
    );
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  }, [box, rooms, pieces, isShort]);
  return {
    isNear: (index) => isShort || near.has(index),
    roomFor: (index) => rooms.get(index) ?? usualRoom(pieces[index]),
  };
}

function withChanges(
  known: ReadonlySet<number>,
  seen: readonly IntersectionObserverEntry[],
  places: ReadonlyMap<Element, number>,
): ReadonlySet<number> {
  const near = new Set(known);
  for (const { target, isIntersecting } of seen) {
    const place = places.get(target);
    if (place === undefined) continue;
    if (isIntersecting) near.add(place);
    else near.delete(place);
  }
  const same = near.size === known.size && [...near].every((place) => known.has(place));
  return same ? known : near;
}

function isDrawnWhole(pieces: readonly TextPiece[]): boolean {
  if (typeof IntersectionObserver === 'undefined') return true;
  return pieces.reduce((sum, { text }) => sum + text.length, 0) <= FIRST_CHARACTERS;
}

function firstOf(pieces: readonly TextPiece[]): ReadonlySet<number> {
  const near = new Set<number>();
  let characters = 0;
  for (const [index, { text }] of pieces.entries()) {
    if (characters > FIRST_CHARACTERS || near.size >= FIRST_PIECES) break;
    characters += text.length;
    near.add(index);
  }
  return near;
}

function usualRoom(piece: TextPiece | undefined): number {
  const lines = (piece?.text ?? '').split('\n');
  return (
    lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)), 0) * LINE_HEIGHT
  );
}
