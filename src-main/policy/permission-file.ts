/** The text of a permission file (`host.yaml` grammar) to rules, and rules into and out of that text. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';
import type { RuleSuggestion } from '../../src-shared/verdict.ts';
import { editRule, permissionsOf, type RuleEdit } from './permission-edit.ts';
import { readEntry } from './permission-entry.ts';
import type { Rule } from './rule.ts';
import { GRANT_SOURCE } from './rule-lines.ts';
import { ruleWarning } from './rule-warning.ts';

export interface FileProblem {
  /** Counted from 1; 0 when the file could not be read at all. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type ReadPermissions =
  | { readonly ok: true; readonly rules: readonly Rule[]; readonly warnings: readonly string[] }
  | ({ readonly ok: false } & FileProblem);

/** Rules to add to a text, or to take out of it where they still stand as they were added; or one that is edited by hand. */
export type PermissionChange = GrantedChange | RuleEdit;

type GrantedChange = { readonly kind: 'add' | 'remove'; readonly rules: readonly RuleSuggestion[] };

/** A text to read, and perhaps to change. */
export interface PermissionRequest {
  readonly text: string;
  readonly change?: PermissionChange;
}

export interface PermissionReply {
  readonly read: ReadPermissions;
  /** What came of a change of a text that could be read. */
  readonly changed?: ChangedText;
}

/** The whole new text, or why the old one was left alone. */
export type ChangedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

export function answerRequest({ text, change }: PermissionRequest): PermissionReply {
  const read = readPermissions(text);
  return change && read.ok ? { read, changed: changeRules(text, change) } : { read };
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
  return readAll(permissions, at, (node) => lines.linePos(rangeOf(node) ?? 0).line);
}

function rangeOf(node: unknown): number | undefined {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined;
}

function readAll(
  permissions: YAMLMap,
  at: (offset: number | undefined, message: string) => ReadPermissions,
  lineOf: (node: unknown) => number,
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
    rules.push({ ...read.rule, line: lineOf(pair.key) });
    const warning = ruleWarning(read.rule);
    warnings.push(...read.warnings, ...(warning === undefined ? [] : [`The rule ${key} ${warning}.`]));
  }
  return { ok: true, rules, warnings };
}

/**
 * The text with these rules at the end of `permissions`, or without them; comments, order and unknown keys stay. No entry
 * ever takes the place of another. Throws where the text does not parse: a broken file is never touched.
 */
export function changeRules(text: string, change: PermissionChange): ChangedText {
  if (change.kind === 'restore') {
    const { was, from } = change;
    const left = changeRules(from, { kind: 'take', was });
    // Nothing happened since: then not even a blank line differs.
    if (left.ok && left.text === text) return { ok: true, text: from };
  }
  const document = parseDocument(text);
  if (document.errors.length > 0)
    throw new Error('The permission file does not parse, so it was left alone.');
  const problem = 'rules' in change ? changeGranted(document, change) : editRule(document, change);
  if (problem !== undefined) return { ok: false, message: problem };
  return { ok: true, text: document.toString({ lineWidth: 0 }) };
}

/** Says why the document cannot be changed so. */
function changeGranted(document: Document.Parsed, { kind, rules }: GrantedChange): string | undefined {
  for (const rule of rules) {
    const standing: unknown = document.getIn(['permissions', rule.key], true);
    const entry: unknown = isMap(standing) ? standing.toJSON() : undefined;
    if (kind === 'remove') {
      if (isGranted(entry)) document.deleteIn(['permissions', rule.key]);
      else if (entry !== undefined) return `${rule.key} in it is a rule of your own by now`;
    } else if (standing === undefined) put(document, rule);
    else if (!isDeepStrictEqual(entry, entryOf(rule)))
      return `there is another rule ${rule.key} in it by now`;
  }
  return undefined;
}

/** The rules as they will be read once they stand in a file. */
export function readBack(rules: readonly RuleSuggestion[]): readonly Rule[] {
  const changed = changeRules('', { kind: 'add', rules });
  const read = changed.ok ? readPermissions(changed.text) : changed;
  return read.ok && 'rules' in read ? read.rules : [];
}

/** True for an entry that an answer wrote, whatever was added to it by hand: taking it out only narrows. */
function isGranted(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { allowed, refused, source } = entry as { allowed?: unknown; refused?: unknown; source?: unknown };
  return allowed === true && refused !== true && source === GRANT_SOURCE;
}

function entryOf({ when }: RuleSuggestion): object {
  return { allowed: true, source: GRANT_SOURCE, ...(when ? { when: { ...when } } : {}) };
}

function put(document: Document.Parsed, rule: RuleSuggestion): void {
  const permissions = permissionsOf(document);
  // The line itself is read, so that what is written is what was shown.
  const line = parseDocument(rule.line).contents;
  if (!isMap(line)) throw new Error(`This is no line of a permission file: ${rule.line}`);
  permissions.flow = false;
  for (const pair of line.items) permissions.add(pair);
}
