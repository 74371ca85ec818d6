/**
 * JSON as a peer wrote it: number tokens, and the order of members, as they came. Signatures are made over these, and
 * numbers that are read and printed again (1.0, 1e-05, anything above 2^53) would no longer verify.
 */
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { isWithinDepth } from '../../src-shared/json.ts';

export type WireJson =
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, WireJson>; readonly text: string }
  | { readonly kind: 'array'; readonly items: readonly WireJson[]; readonly text: string }
  | { readonly kind: 'string'; readonly value: string; readonly text: string }
  /** A number, `true`, `false` or `null`: `text` is the token. */
  | { readonly kind: 'token'; readonly text: string };

export type WireObject = Extract<WireJson, { kind: 'object' }>;

/** Deeper frames are refused: whoever walks them would run out of stack. */
const MAX_DEPTH = 40;

export type ReadWireJson =
  | { readonly ok: true; readonly json: WireJson }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads one frame. Two members of one name are refused: peers disagree on which of them counts, and a signature must
 * not stand for both.
 */
export function readWireJson(text: string): ReadWireJson {
  try {
    if (!isWithinDepth(JSON.parse(text), MAX_DEPTH)) return wrong(`nested deeper than ${MAX_DEPTH} levels`);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (root === undefined || errors.length > 0) return wrong('not JSON');
  const json = fromNode(root, text);
  return json === undefined ? wrong('two members of one object have the same name') : { ok: true, json };
}

/** The value as JavaScript has it. Large and exact numbers lose what JavaScript cannot hold. */
export function plainValue(json: WireJson): unknown {
  return JSON.parse(json.text);
}

function fromNode(node: Node, text: string): WireJson | undefined {
  const own = text.slice(node.offset, node.offset + node.length);
  switch (node.type) {
    case 'object':
      return objectFrom(node, text, own);
    case 'array': {
      const items = (node.children ?? []).map((child) => fromNode(child, text));
      return items.every((item) => item !== undefined) ? { kind: 'array', items, text: own } : undefined;
    }
    case 'string':
      return { kind: 'string', value: node.value as string, text: own };
    default:
      return { kind: 'token', text: own };
  }
}

function objectFrom(node: Node, text: string, own: string): WireJson | undefined {
  const members = new Map<string, WireJson>();
  for (const { children } of node.children ?? []) {
    const [name, value] = children ?? [];
    const read = value && fromNode(value, text);
    if (name === undefined || read === undefined || members.has(name.value)) return undefined;
    members.set(name.value, read);
  }
  return { kind: 'object', members, text: own };
}

function wrong(problem: string): ReadWireJson {
  return { ok: false, problem };
}
