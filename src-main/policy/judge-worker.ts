/** The worker that judges rows of actions, one message each, and keeps the rules that it was told last. */
import { parentPort } from 'node:worker_threads';
import { judgeVariants, type VariantRequest } from './judge-variants.ts';
import type { RuleSource } from './rule.ts';

let rules: readonly RuleSource[] = [];

parentPort?.on('message', (request: VariantRequest) => {
  rules = request.rules ?? rules;
  parentPort?.postMessage(judgeVariants(request, rules));
});
