/** Remembers where the person left each window, in one small file that may be lost without harm. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { type Rectangle, screen } from 'electron';
import { z } from 'zod';
import type { WindowKind } from '../../src-shared/ipc-contract.ts';

const rectangleSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(200).max(20_000),
  height: z.int().min(150).max(20_000),
});
const fileSchema = z.object({ main: rectangleSchema.optional(), approval: rectangleSchema.optional() });

export interface WindowBounds {
  /** The last bounds of this window, if a display still shows them. */
  of(kind: WindowKind): Rectangle | undefined;
  remember(kind: WindowKind, bounds: Rectangle): void;
  /** Resolves when what was remembered is on disk, or could not be written. */
  saved(): Promise<void>;
}

/** @param file absolute path of the file that keeps them; one that cannot be read counts as empty */
export async function loadWindowBounds(file: string): Promise<WindowBounds> {
  const known = await readBounds(file);
  let writing = Promise.resolve();
  const write = async () => {
    await writeFile(`${file}.new`, JSON.stringify(known), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  return {
    of(kind) {
      const bounds = known[kind];
      return bounds !== undefined && isVisible(bounds) ? bounds : undefined;
    },
    remember(kind, bounds) {
      known[kind] = bounds;
      // A window that opens at its usual place next time is all that a failed write costs.
      writing = writing.then(write).catch(() => {});
    },
    saved: () => writing,
  };
}

async function readBounds(file: string): Promise<z.infer<typeof fileSchema>> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {};
  }
}

function isVisible(bounds: Rectangle): boolean {
  const { workArea } = screen.getDisplayMatching(bounds);
  const right = Math.min(bounds.x + bounds.width, workArea.x + workArea.width);
  const bottom = Math.min(bounds.y + bounds.height, workArea.y + workArea.height);
  const width = right - Math.max(bounds.x, workArea.x);
  const height = bottom - Math.max(bounds.y, workArea.y);
  return width >= 100 && height >= 100;
}
