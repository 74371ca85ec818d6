/**
 * Reads a profile for `sandbox-exec` and says what it lets a program do with a path: the last rule that fits counts, as
 * in the real one. It knows the operations on files, and of the others only their names.
 */

type Form = string | { readonly text: string } | readonly Form[];

export interface SeatbeltJudge {
  /** `operation` as the system names it: `file-write-create`, `file-read-data`. */
  allows(operation: string, path: string): boolean;
  /** Every rule, as its head and operations: `allow file-read*`. */
  readonly heads: readonly string[];
  /** Every string of the rules for an operation. */
  strings(operation: string): readonly string[];
}

export function judgeSeatbelt(profile: string): SeatbeltJudge {
  const rules = readAll(profile).map((form) => {
    if (!isList(form)) throw new Error(`not a rule: ${JSON.stringify(form)}`);
    const [action, ...rest] = form;
    const operations = rest.filter((part): part is string => typeof part === 'string');
    return { action, operations, filters: rest.filter(isList) };
  });
  const fits = (operations: readonly string[], operation: string) =>
    operations.some(
      (own) =>
        own === 'default' ||
        own === operation ||
        (own.endsWith('*') && operation.startsWith(own.slice(0, -1))),
    );
  return {
    allows(operation, path) {
      const last = rules.findLast(
        ({ action, operations, filters }) =>
          (action === 'allow' || action === 'deny') &&
          fits(operations, operation) &&
          (filters.length === 0 || filters.some((filter) => matches(filter, path))),
      );
      return last?.action === 'allow';
    },
    heads: rules.map(({ action, operations }) => [action, ...operations].join(' ')),
    strings: (operation) =>
      rules
        .filter(({ operations }) => fits(operations, operation) && !operations.includes('default'))
        .flatMap(({ filters }) => filters.flat(9))
        .flatMap((part) => (typeof part === 'object' && 'text' in part ? [part.text] : [])),
  };
}

function matches(filter: Form, path: string): boolean {
  if (!isList(filter)) return false;
  const [name, ...rest] = filter;
  const [first] = rest;
  const text = typeof first === 'object' && 'text' in first ? first.text : '';
  switch (name) {
    case 'literal':
      return path === text;
    case 'subpath':
      return path === text || path.startsWith(text === '/' ? text : `${text}/`);
    case 'regex':
      return new RegExp(text, 's').test(path);
    case 'require-all':
      return rest.every((part) => matches(part, path));
    case 'require-not':
      return !rest.some((part) => matches(part, path));
    default:
      return false;
  }
}

function readAll(text: string): readonly Form[] {
  const tokens = [...text.matchAll(/\s+|;[^\n]*|([()])|"((?:[^"\\]|\\.)*)"|([^\s()";]+)/gsy)];
  const read = tokens.reduce((length, [token]) => length + token.length, 0);
  if (read !== text.length) throw new Error(`cannot be read from ${text.slice(read, read + 40)}`);
  const stack: Form[][] = [[]];
  for (const [, bracket, string, word] of tokens) {
    const top = stack.at(-1);
    if (bracket === '(') stack.push([]);
    else if (bracket === ')') {
      const done = stack.pop();
      if (!done || stack.length === 0) throw new Error('a bracket too many');
      stack.at(-1)?.push(done);
    } else if (string !== undefined) top?.push({ text: string.replaceAll(/\\(.)/gs, '$1') });
    else if (word !== undefined) top?.push(word);
  }
  if (stack.length !== 1) throw new Error('a bracket is missing');
  return stack[0] ?? [];
}

function isList(form: Form | undefined): form is readonly Form[] {
  return Array.isArray(form);
}
