/** Which tools an agent may use, by the published pattern grammar. */

/** Names with the `client__` prefix. Both lists must match where both are there. */
export interface Grants {
  /** The agent's own list: an empty one grants nothing. */
  readonly agent: readonly string[];
  /** The caller's narrowing: left out it narrows nothing, empty it leaves nothing. */
  readonly caller?: readonly string[] | undefined;
}

export function isGranted(name: string, { agent, caller }: Grants): boolean {
  return matchesAny(agent, name) && (caller === undefined || matchesAny(caller, name));
}

/** An exact name, or a beginning that ends in `*`. Nothing else is a pattern; case counts. */
function matchesAny(rules: readonly string[], name: string): boolean {
  return rules.some((rule) => (rule.endsWith('*') ? name.startsWith(rule.slice(0, -1)) : rule === name));
}
