/** Remembers where the person left each window, in one small file that may be lost without harm. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Rectangle } from 'electron';
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
  /** Where the person left this window, on whatever screens there were then. */
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
    of: (kind) => known[kind],
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
