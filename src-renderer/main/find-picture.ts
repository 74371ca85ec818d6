/** Finds a picture in a tool's output, so that the playground can show it instead of its base64. */
import type { Json } from '../../src-shared/json.ts';

export interface Picture {
  readonly src: string;
  /** Size of the encoded file in bytes. */
  readonly bytes: number;
  /** The rest of the output, with the long text replaced by its size. */
  readonly rest: Json;
}

const TYPES = ['image/png', 'image/jpeg'];

/** Looks at the fields of the output, and of what lies one level below: the wire does not fix where a picture stands. */
export function findPicture(output: Json): Picture | undefined {
  if (!isRecord(output)) return undefined;
  const here = pictureOf(output);
  if (here !== undefined) return here;
  for (const [key, value] of Object.entries(output)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      const below = isRecord(item) ? pictureOf(item) : undefined;
      if (below !== undefined) return { ...below, rest: { ...output, [key]: below.rest } };
    }
  }
  return undefined;
}

function pictureOf(fields: Record<string, Json>): Picture | undefined {
  const type = Object.values(fields).find((value) => typeof value === 'string' && TYPES.includes(value));
  const data = Object.entries(fields).find(([, value]) => typeof value === 'string' && isBase64(value));
  if (type === undefined || data === undefined) return undefined;
  const [key, base64] = data as [string, string];
  const bytes = Math.floor((base64.length * 3) / 4);
  return {
    src: `data:${String(type)};base64,${base64}`,
    bytes,
    rest: { ...fields, [key]: `… ${bytes} bytes …` },
  };
}

// The first bytes of a PNG and of a JPEG, in base64.
function isBase64(text: string): boolean {
  return /^(?:iVBORw0KGgo|\/9j\/)[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function isRecord(value: Json | undefined): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
