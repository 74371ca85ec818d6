/** Asks bash itself whether it can parse a text, without running any of it. */
import { runProcess } from './run-process.ts';

/** Milliseconds; a text that bash needs longer for counts as one that it accepts, so that a person looks. */
const BUDGET_MS = 2_000;

/** False only when bash says that the text is no shell text. `path` is where bash is looked up. */
export async function bashAccepts(text: string, path: string): Promise<boolean> {
  const end = await runProcess({
    argv: ['bash', '--noprofile', '--norc', '-n', '-c', text],
    cwd: '/',
    env: { PATH: path },
    budgetMs: BUDGET_MS,
    keptBytes: 1024,
  });
  return !(end.kind === 'ended' && end.exitCode !== 0 && end.exitCode !== null);
}
