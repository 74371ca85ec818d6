/** One rule of a permission file put in, changed, taken out or put back by hand; comments, order and unknown keys stay. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, type Pair, parseDocument, YAMLMap } from 'yaml';
import type { RuleDraft } from '../../src-shared/rule-view.ts';
import { readEntry } from './permission-entry.ts';
import { type Rule, withoutLine } from './rule.ts';
import { draftLine, GRANT_SOURCE } from './rule-lines.ts';

export type RuleEdit =
  | { readonly kind: 'put'; readonly draft: RuleDraft }
  /** Where `was` still stands as it was seen. */
  | { readonly kind: 'replace'; readonly was: Rule; readonly draft: RuleDraft }
  | { readonly kind: 'take'; readonly was: Rule }
  /** Puts back what was taken out of `from`, an earlier text of the file. */
  | { readonly kind: 'restore'; readonly was: Rule; readonly from: string };

/** Says why the document cannot be changed so, in the middle of a sentence. */
export function editRule(document: Document.Parsed, edit: RuleEdit): string | undefined {
  const permissions = permissionsOf(document);
  switch (edit.kind) {
    case 'put':
      return put(permissions, edit.draft);
    case 'replace':
      return replace(document, permissions, edit.was, edit.draft);
    case 'take': {
      const at = placeOf(permissions, edit.was);
      if (at === undefined) return changedMeanwhile(edit.was.key);
      permissions.items.splice(at, 1);
      return undefined;
    }
    case 'restore':
      return restore(permissions, edit.was.key, edit.from);
  }
}

/** The map of rules, which is made where there is none. */
export function permissionsOf(document: Document.Parsed): YAMLMap {
  if (!isMap(document.contents))
    document.contents = document.createNode({}) as unknown as typeof document.contents;
  const standing = document.get('permissions', true);
  if (isMap(standing)) return standing;
  const made = new YAMLMap();
  document.set('permissions', made);
  return made;
}

const changedMeanwhile = (key: string) => `the rule ${key} in it reads otherwise by now`;
const standsAlready = (key: string) => `there is a rule ${key} in it already`;

function put(permissions: YAMLMap, draft: RuleDraft): string | undefined {
  if (permissions.has(draft.key)) return standsAlready(draft.key);
  const line = parseDocument(draftLine(draft)).contents;
  if (!isMap(line)) return `${draft.key} cannot be written as a rule`;
  permissions.flow = false;
  for (const pair of line.items) permissions.add(pair);
  return undefined;
}

/** What of the entry the draft does not speak of stays, an end or a limit on something else above all. */
function replace(
  document: Document.Parsed,
  permissions: YAMLMap,
  was: Rule,
  draft: RuleDraft,
): string | undefined {
  const at = placeOf(permissions, was);
  const pair = at === undefined ? undefined : (permissions.items[at] as Pair);
  if (!pair || !isScalar(pair.key) || !isMap(pair.value)) return changedMeanwhile(was.key);
  if (draft.key !== was.key && permissions.has(draft.key)) return standsAlready(draft.key);
  pair.key.value = draft.key;
  const entry: YAMLMap = pair.value;
  entry.set('allowed', draft.effect === 'allow');
  if (draft.effect === 'refuse') entry.set('refused', true);
  else entry.delete('refused');
  if (entry.get('source') === GRANT_SOURCE) entry.delete('source');
  if (draft.reason === '') entry.delete('reason');
  else entry.set('reason', draft.reason);
  limitFolder(document, entry, draft.cwd);
  return undefined;
}

function limitFolder(document: Document.Parsed, entry: YAMLMap, cwd: string): void {
  const when = entry.get('when', true);
  if (cwd === '') {
    if (!isMap(when)) return;
    when.delete('cwd');
    if (when.items.length === 0) entry.delete('when');
  } else if (isMap(when)) when.set('cwd', cwd);
  else entry.set('when', document.createNode({ cwd }, { flow: true }));
}

function restore(permissions: YAMLMap, key: string, from: string): string | undefined {
  if (permissions.has(key)) return standsAlready(key);
  const before = parseDocument(from).get('permissions', true);
  const items = isMap(before) ? before.items : [];
  const at = items.findIndex((pair) => keyOf(pair) === key);
  const pair = items[at];
  if (!pair) return `the rule ${key} was not in it`;
  // Behind the nearest of those that stood before it and still do.
  const standing = permissions.items.map(keyOf);
  const place = items.slice(0, at).reduce((last, one) => Math.max(last, standing.indexOf(keyOf(one))), -1);
  permissions.items.splice(place + 1, 0, pair);
  return undefined;
}

/** Where the rule stands, if it still says what it said. */
function placeOf(permissions: YAMLMap, was: Rule): number | undefined {
  const at = permissions.items.findIndex((pair) => keyOf(pair) === was.key);
  const value = permissions.items[at]?.value;
  const read = isMap(value) ? readEntry(was.key, value.toJSON()) : undefined;
  return read?.ok && isDeepStrictEqual(read.rule, withoutLine(was)) ? at : undefined;
}

function keyOf(pair: Pair): unknown {
  return isScalar(pair.key) ? pair.key.value : undefined;
}
