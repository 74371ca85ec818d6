/** Where a window goes, told from screens, tray icon and pointer alone: it asks the system for nothing. */
import type { Point, Rectangle, Size } from 'electron';

/** The part of Electron's `Display` that is looked at. */
export interface Screen {
  readonly bounds: Rectangle;
  /** What bars and docks leave free. */
  readonly workArea: Rectangle;
}

export interface Surroundings {
  /** At least one, the main one first. */
  readonly screens: readonly [Screen, ...Screen[]];
  readonly pointer: Point;
  /** The tray icon, or undefined (or empty) where the system does not tell its place. */
  readonly tray: Rectangle | undefined;
  /** In which corner of a screen this system usually has its tray, on the right side. */
  readonly trayCorner: 'upper' | 'lower';
}

/** Between the window and the edges of the work area at its first place, in pixels. */
const EDGE = 12;

/** So much of the upper edge of a window must lie on a screen for a hand to take hold of it, in pixels. */
const GRIP = { width: 100, height: 16 };

/** The place where the person left a window, cut to a screen's size; undefined where no screen shows enough of it any more. */
export function keptPlace(place: Rectangle, screens: readonly Screen[]): Rectangle | undefined {
  const grip = { ...place, height: 2 * GRIP.height };
  const there = screens.find(({ workArea }) => {
    const { width, height } = common(grip, workArea);
    return width >= GRIP.width && height >= GRIP.height;
  });
  return there && { ...place, ...atMost(place, there.workArea) };
}

/** A place by the tray icon, over or under its bar; where the icon's place is not known, in the corner where the pointer is. */
export function placeByTray(size: Size, surroundings: Surroundings): Rectangle {
  const { screens, pointer, tray, trayCorner } = surroundings;
  const icon = tray !== undefined && tray.width > 0 && tray.height > 0 ? tray : undefined;
  const at = icon === undefined ? undefined : screens.find(({ bounds }) => contains(bounds, middle(icon)));
  if (icon !== undefined && at !== undefined) return besideIcon(size, icon, at);
  const { workArea } = screens.find(({ bounds }) => contains(bounds, pointer)) ?? screens[0];
  const y = trayCorner === 'lower' ? bottom(workArea) : workArea.y;
  return inside(workArea, { ...size, x: right(workArea), y });
}

function besideIcon(size: Size, icon: Rectangle, { bounds, workArea }: Screen): Rectangle {
  const x = Math.round(middle(icon).x - size.width / 2);
  const isAbove = middle(icon).y < middle(bounds).y;
  // A bar that hides itself takes nothing of the work area, so the icon's own edge counts.
  const y = isAbove ? bottom(icon) + EDGE : icon.y - EDGE - size.height;
  return inside(workArea, { ...size, x, y });
}

/** Moved, and cut if need be, so that it lies in the work area with a margin. */
function inside(area: Rectangle, wish: Rectangle): Rectangle {
  const room = {
    x: area.x + EDGE,
    y: area.y + EDGE,
    width: area.width - 2 * EDGE,
    height: area.height - 2 * EDGE,
  };
  const { width, height } = atMost(wish, room);
  return {
    x: Math.max(room.x, Math.min(wish.x, right(room) - width)),
    y: Math.max(room.y, Math.min(wish.y, bottom(room) - height)),
    width,
    height,
  };
}

function atMost({ width, height }: Size, most: Size): Size {
  return { width: Math.min(width, most.width), height: Math.min(height, most.height) };
}

function common(one: Rectangle, other: Rectangle): Size {
  return {
    width: Math.min(right(one), right(other)) - Math.max(one.x, other.x),
    height: Math.min(bottom(one), bottom(other)) - Math.max(one.y, other.y),
  };
}

function contains(area: Rectangle, { x, y }: Point): boolean {
  return x >= area.x && x < right(area) && y >= area.y && y < bottom(area);
}

function middle({ x, y, width, height }: Rectangle): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function right({ x, width }: Rectangle): number {
  return x + width;
}

function bottom({ y, height }: Rectangle): number {
  return y + height;
}
