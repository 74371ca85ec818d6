// Owns `npm run -s doorman -- ARGS`: builds what is stale without a word and runs the command line. Stdout
// carries nothing but what the command itself prints.

import { join } from 'node:path';
import { build } from './build.mjs';
import { outFolder } from './build-stamp.mjs';
import { requireNodeModules } from './node-modules.mjs';
import { exitOnSignals, runInForeground } from './run-child.mjs';
import { runAsCommand } from './say.mjs';

await runAsCommand(async () => {
  exitOnSignals();
  requireNodeModules();
  await build({ quiet: true });
  return runInForeground(process.execPath, [join(outFolder, 'cli.js'), ...process.argv.slice(2)]);
});
