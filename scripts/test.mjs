// Owns `npm test`: makes the machine ready, builds, and runs every suite (lint, vitest, Playwright) in a
// private session. The desktop's tests run side by side, each worker on a display and a bus of its own; what is measured
// there is felt only when nothing else runs, so these run by themselves. The last line is the total over all of them.

import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { electronCommand } from './electron-runtime.mjs';
import { lint } from './lint.mjs';
import { repoRoot } from './repo.mjs';
import { exitOnSignals, interruption, runInForeground } from './run-child.mjs';
import { runAsCommand, SetupError, say } from './say.mjs';
import { addCounts, countChecks, countPlaywright, countVitest, totalsLine } from './test-counts.mjs';
import { startTestSession } from './test-session.mjs';

const suiteLimitMs = 40 * 60_000;

const suites = {
  lint: async () => countChecks(await lint()),
  unit: async (session, extra) => {
    const report = join(session.folder, 'vitest.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await runSuite('vitest/vitest.mjs', ['run', ...reporters, ...extra], session.env);
    return countVitest(report, code);
  },
  app: async (session, extra) => {
    if (extra.length > 0) return runDesktop(session, extra);
    const beside = await startTestSession(session.electron);
    try {
      const together = await runDesktop(
        session,
        ['--workers=2', '--grep-invert', '@alone'],
        'together',
        beside,
      );
      return addCounts([together, await runDesktop(session, ['--grep', '@alone'], 'alone')]);
    } finally {
      await beside.stop();
    }
  },
};

async function runTests({ names, extra }) {
  exitOnSignals();
  const electron = await bootstrap({ forTests: true });
  await build();
  const session = await startTestSession(electronCommand(repoRoot, electron));
  const counts = [];
  try {
    for (const name of names) {
      const started = performance.now();
      const counted = await suites[name](session, extra);
      if (interruption() !== undefined) return interruption();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      say(`${name}: ${totalsLine(counted)} (${seconds} s)`);
      counts.push(counted);
    }
  } finally {
    await session.stop();
  }
  const total = addCounts(counts);
  console.log(totalsLine(total));
  return total.failed > 0 ? 1 : 0;
}

// `beside`: the session of a second worker. Which one a worker is in, playwright.config.ts tells it.
async function runDesktop({ folder, env }, extra, name = 'app', beside = undefined) {
  const report = join(folder, `${name}.json`);
  const reporting = ['--reporter=list,json', `--output=test-results/${name}`];
  const code = await runSuite('@playwright/test/cli.js', ['test', ...reporting, ...extra], {
    ...env,
    ...(beside && { DOORMAN_TEST_SESSIONS: JSON.stringify([env, beside.env]) }),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return countPlaywright(report, code);
}

function runSuite(script, args, env) {
  const program = join(repoRoot, 'node_modules', script);
  const options = { cwd: repoRoot, env, timeout: suiteLimitMs, ownGroup: true };
  return runInForeground(process.execPath, [program, ...args], options);
}

// `test.mjs`, `test.mjs unit`, `test.mjs app -- --grep tray`
function parseArguments([first, ...rest]) {
  if (first === undefined) return { names: Object.keys(suites), extra: [] };
  if (!(first in suites)) throw new SetupError(`there is no suite "${first}": lint, unit or app`);
  return { names: [first], extra: rest[0] === '--' ? rest.slice(1) : rest };
}

await runAsCommand(() => runTests(parseArguments(process.argv.slice(2))));
