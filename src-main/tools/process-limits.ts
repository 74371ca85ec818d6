/** Limits that the kernel itself keeps for a run, set by a small shell that then becomes the program. */
import type { TreeBudget } from './process-budget.ts';

/**
 * Where memory runs out, the kernel ends processes with a high score first (proc_pid_oom_score_adj(5)): half of the
 * scale puts what a run started before everything that a person started.
 */
const OOM_SCORE = 500;

/**
 * What an agent started makes way for Doorman itself. Measured with programs that do nothing but fork: at 10, Doorman
 * needed up to 22 s to get its turn and end them, at 19 one second. Other programs of the person have a share of their
 * own, which this does not touch (autogroups and control groups, sched(7)).
 */
const NICENESS = 19;

/**
 * What the user runs already is counted too, unless the run has a user namespace of its own, and is at most what the
 * machine runs (the fourth word of proc_loadavg(5)). Dash calls this limit `-p`, other shells `-u`. What a system does
 * not know is left out.
 */
const SET_LIMITS = [
  'ulimit -c 0',
  `read -r _ _ _ tasks _ </proc/loadavg && tasks=$(($1 + \${tasks#*/}))`,
  '[ -z "$tasks" ] || ulimit -u "$tasks" || ulimit -p "$tasks"',
  `echo ${OOM_SCORE} >/proc/self/oom_score_adj`,
];

/**
 * The argument list that runs `argv` under limits: no core files, a lower priority, the first to go when memory runs
 * out, and no more new tasks than the budget has threads. The last does not bind for root, whose processes no such
 * limit stops (setrlimit(2)). Open files and address space stay as they are: programs reserve far more than they use.
 */
export function underLimits(argv: readonly string[], budget: TreeBudget): readonly string[] {
  const limited = `{ ${SET_LIMITS.join('; ')}; } 2>/dev/null; shift`;
  // A PATH of few programs may lack it.
  const text = `${limited}; command -v nice >/dev/null && set -- nice -n ${NICENESS} "$@"; exec "$@"`;
  return ['/bin/sh', '-c', text, 'sh', String(budget.threads), ...argv];
}
