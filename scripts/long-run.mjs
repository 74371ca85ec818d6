// Owns `npm run chaos`, `fuzz:frames`, `soak` and `properties`: the long forms of tests that are short in `npm test`, with their figures.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireNodeModules } from './node-modules.mjs';
import { repoRoot } from './repo.mjs';
import { exitOnSignals, runInForeground } from './run-child.mjs';
import { runAsCommand, SetupError, say } from './say.mjs';

// Each number reaches its test by the environment, as DOORMAN_CHAOS_CALLS.
const forms = {
  chaos: { files: ['test/flow/chaos.test.ts'], numbers: { calls: 2_000, faults: 500, seed: undefined } },
  fuzz: { files: ['test/flow/fuzz-frames.test.ts'], numbers: { frames: 200_000, seed: undefined } },
  soak: { files: ['test/flow/soak.test.ts'], numbers: { minutes: 30 } },
  properties: {
    files: ['properties.test.ts', 'seatbelt-profile.test.ts', 'fold-text.test.ts'],
    numbers: { runs: 2_000, seed: undefined },
  },
};

// A number without a value is a seed: another one each time, and printed.
function readNumbers(argv, numbers) {
  const options = Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({ args: argv, options });
  return Object.entries(numbers).map(([name, usual]) => {
    const text = values[name] ?? String(usual ?? Math.floor(Math.random() * 2 ** 30));
    if (!/^\d+$/.test(text) || Number(text) > 2 ** 30)
      throw new SetupError(`--${name} takes a whole number up to 2^30`);
    return [name, text];
  });
}

await runAsCommand(async () => {
  const [name, ...argv] = process.argv.slice(2);
  if (!Object.hasOwn(forms, name)) throw new SetupError(`there is ${Object.keys(forms).join(', ')}`);
  const { files, numbers } = forms[name];
  const given = readNumbers(argv, numbers);
  requireNodeModules();
  exitOnSignals();
  say(`${name}: ${given.map((pair) => pair.join(' ')).join(', ')}`);
  const variables = given.map(([number, text]) => [`DOORMAN_${name}_${number}`.toUpperCase(), text]);
  const env = { ...process.env, ...Object.fromEntries(variables) };
  const vitest = join(repoRoot, 'node_modules/vitest/vitest.mjs');
  return await runInForeground(process.execPath, [vitest, 'run', ...files], {
    cwd: repoRoot,
    env,
    ownGroup: true,
  });
});
