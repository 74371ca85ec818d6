/** The text of a permission file (`host.yaml` grammar) to rules, and one rule more into that text. */
import { isMap, isScalar, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';
import type { RuleSuggestion } from '../../src-shared/verdict.ts';
import { neverMatches, tooWide } from './patterns.ts';
import { readEntry } from './permission-entry.ts';
import type { Rule } from './rule.ts';
import { isKnownTool } from './tool-names.ts';

export interface FileProblem {
  /** Counted from 1; 0 when the file could not be read at all. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type ReadPermissions =
  | { readonly ok: true; readonly rules: readonly Rule[]; readonly warnings: readonly string[] }
  | ({ readonly ok: false } & FileProblem);

/** A text to read, and with `add` a rule to add to it. */
export interface PermissionRequest {
  readonly text: string;
  readonly add?: RuleSuggestion;
}

export interface PermissionReply {
  readonly read: ReadPermissions;
  /** The whole new text, where a rule was to be added and the old one could be read. */
  readonly text?: string;
}

export function answerRequest({ text, add }: PermissionRequest): PermissionReply {
  const read = readPermissions(text);
  return add && read.ok ? { read, text: addRule(text, add) } : { read };
}

/** Larger than any list of rules that a person keeps; reading it takes seconds, which a worker has. */
const MOST_BYTES = 1024 * 1024;

/**
 * Reads a whole permission file. One bad entry refuses all of it, so that no rule is in force that its author has not
 * seen together with the others. An empty file, and one without `permissions`, hold no rules.
 */
export function readPermissions(text: string): ReadPermissions {
  if (Buffer.byteLength(text) > MOST_BYTES)
    return { ok: false, line: 1, column: 1, message: 'the file is over 1 MiB' };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const at = (offset: number | undefined, message: string): ReadPermissions => {
    const { line, col } = lines.linePos(offset ?? 0);
    return { ok: false, line: Math.max(1, line), column: Math.max(1, col), message };
  };
  const error = document.errors[0];
  if (error) return at(error.pos[0], error.message);
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return { ok: true, rules: [], warnings: [] };
  if (!isMap(root)) return at(root.range?.[0], 'the file must be a map with the key "permissions"');
  const permissions = root.get('permissions', true);
  if (permissions === undefined || (isScalar(permissions) && permissions.value === null))
    return { ok: true, rules: [], warnings: [] };
  if (!isMap(permissions)) return at(rangeOf(permissions), '"permissions" must be a map from keys to rules');
  return readAll(permissions, at);
}

function rangeOf(node: unknown): number | undefined {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined;
}

function readAll(
  permissions: YAMLMap,
  at: (offset: number | undefined, message: string) => ReadPermissions,
): ReadPermissions {
  const rules: Rule[] = [];
  const warnings: string[] = [];
  for (const pair of permissions.items as Pair[]) {
    if (!isScalar(pair.key) || typeof pair.key.value !== 'string')
      return at(rangeOf(pair.key), 'the key of a rule must be text');
    const key = pair.key.value;
    if (!isMap(pair.value))
      return at(rangeOf(pair.value) ?? rangeOf(pair.key), `the rule ${key} must be a map`);
    const read = readEntry(key, pair.value.toJSON());
    if (!read.ok)
      return at(
        rangeOf(pair.value.get(read.field, true)) ?? rangeOf(pair.key),
        `the rule ${key}: ${read.message}`,
      );
    rules.push(read.rule);
    warnings.push(...read.warnings, ...warningsFor(read.rule));
  }
  return { ok: true, rules, warnings };
}

function warningsFor(rule: Rule): string[] {
  const wide = tooWide(rule);
  if (wide) return [`The rule ${rule.key} is very wide: ${wide}.`];
  const never = neverMatches(rule.key);
  if (never) return [`The rule ${rule.key} can never match: ${never}.`];
  if (rule.key === 'shell_start' && rule.allowed)
    return [
      'The rule shell_start allows nothing: a job may run what its command is allowed to. It can only refuse.',
    ];
  if (!rule.key.startsWith('Bash(') && !isKnownTool(rule.key))
    return [`The rule ${rule.key} can never match: no tool here has that name.`];
  return [];
}

/**
 * The text with one more rule at the end of `permissions`; comments, order and unknown keys stay. A rule with the same
 * key is replaced. Throws where the text does not parse: the caller checks first, a broken file is never touched.
 */
export function addRule(text: string, suggestion: RuleSuggestion): string {
  const document = parseDocument(text);
  if (document.errors.length > 0)
    throw new Error('The permission file does not parse, so nothing was added to it.');
  if (!isMap(document.contents))
    document.contents = document.createNode({}) as unknown as typeof document.contents;
  const permissions = document.get('permissions', true);
  if (!isMap(permissions)) document.set('permissions', document.createNode({}));
  const entry = {
    allowed: true,
    source: 'doorman',
    ...(suggestion.when ? { when: { ...suggestion.when } } : {}),
  };
  document.setIn(['permissions', suggestion.key], document.createNode(entry));
  const added = document.getIn(['permissions'], true);
  if (isMap(added)) added.flow = false;
  return document.toString({ lineWidth: 0 });
}
