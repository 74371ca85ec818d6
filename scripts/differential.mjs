// Owns `npm run differential`: the long form of the test that runs what the engine allows with a real bash.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireNodeModules } from './node-modules.mjs';
import { repoRoot } from './repo.mjs';
import { exitOnSignals, runInForeground } from './run-child.mjs';
import { runAsCommand, SetupError, say } from './say.mjs';

const defaultRuns = 20_000;

// `differential.mjs --runs 20000 --seed 7`; without a seed it takes another one each time and prints it.
function readSettings(argv) {
  const options = { runs: { type: 'string' }, seed: { type: 'string' } };
  let values;
  try {
    ({ values } = parseArgs({ args: argv, options }));
  } catch (error) {
    throw new SetupError(`${error.message}. Use --runs N and --seed N.`);
  }
  return {
    runs: wholeNumber('runs', values.runs ?? String(defaultRuns)),
    seed: wholeNumber('seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 30))),
  };
}

function wholeNumber(name, text) {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 2 ** 30)
    throw new SetupError(`--${name} takes a whole number up to 2^30`);
  return value;
}

await runAsCommand(async () => {
  const { runs, seed } = readSettings(process.argv.slice(2));
  requireNodeModules();
  exitOnSignals();
  say(`differential: ${runs} runs from seed ${seed}`);
  const env = {
    ...process.env,
    DOORMAN_DIFFERENTIAL_RUNS: String(runs),
    DOORMAN_DIFFERENTIAL_SEED: String(seed),
  };
  const vitest = join(repoRoot, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', 'test/flow/differential.test.ts'];
  return await runInForeground(process.execPath, args, { cwd: repoRoot, env, ownGroup: true });
});
