// Owns finding import cycles (types count too): the groups of modules that reach one another.

/**
 * Tarjan's strongly connected components, those of more than one module or with an edge to itself.
 * @param {Map<string, string[]>} graph module -> the modules it imports
 * @returns {string[][]}
 */
export function findCycles(graph) {
  const state = { graph, index: new Map(), low: new Map(), stack: [], onStack: new Set(), cycles: [] };
  for (const node of graph.keys()) if (!state.index.has(node)) connect(node, state);
  return state.cycles;
}

function connect(node, state) {
  const { graph, index, low, stack, onStack } = state;
  index.set(node, index.size);
  low.set(node, index.get(node));
  stack.push(node);
  onStack.add(node);
  for (const next of graph.get(node) ?? []) {
    if (!index.has(next)) {
      connect(next, state);
      low.set(node, Math.min(low.get(node), low.get(next)));
    } else if (onStack.has(next)) {
      low.set(node, Math.min(low.get(node), index.get(next)));
    }
  }
  if (low.get(node) === index.get(node)) close(node, state);
}

function close(node, { graph, stack, onStack, cycles }) {
  const group = [];
  let last;
  do {
    last = stack.pop();
    onStack.delete(last);
    group.push(last);
  } while (last !== node);
  if (group.length > 1 || graph.get(node)?.includes(node)) cycles.push(group.reverse());
}
