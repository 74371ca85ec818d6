// Owns `npm run pictures`: pictures of every named state of the windows (test/pictures) in light and dark, with axe in
// each. `npm run pictures -- --grep fresh` takes those of one home; `-- --keep` also renews the pictures of the README.

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { build } from './build.mjs';
import { electronCommand } from './electron-runtime.mjs';
import { repoRoot } from './repo.mjs';
import { exitOnSignals, runInForeground } from './run-child.mjs';
import { runAsCommand } from './say.mjs';
import { startTestSession } from './test-session.mjs';

const folder = join(repoRoot, 'test-results', 'pictures');
const limitMs = 40 * 60_000;

async function takePictures(extra) {
  exitOnSignals();
  const electron = await bootstrap({ forTests: true });
  await build();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const session = await startTestSession(electronCommand(repoRoot, electron));
  try {
    const program = join(repoRoot, 'node_modules', '@playwright/test/cli.js');
    const config = join('test', 'pictures', 'playwright.config.ts');
    const words = [program, 'test', '--config', config, '--reporter=list', ...extra];
    const code = await runInForeground(process.execPath, words, {
      cwd: repoRoot,
      env: session.env,
      timeout: limitMs,
      ownGroup: true,
    });
    report();
    return code;
  } finally {
    await session.stop();
  }
}

function report() {
  const file = join(folder, 'axe.jsonl');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const pictures = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const states = new Set(pictures.map(({ name }) => name)).size;
  const violations = pictures.reduce((sum, { violations: found }) => sum + found.length, 0);
  console.log(`${states} states, ${pictures.length} pictures in ${folder}, ${violations} violations`);
}

await runAsCommand(() => takePictures(process.argv.slice(2)));
