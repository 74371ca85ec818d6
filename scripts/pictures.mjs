// Owns `npm run pictures`: pictures of every named state of the windows (test/pictures) in light and dark, with axe in
// each. `npm run pictures -- --grep fresh` takes those of one home; `-- --keep` also renews the pictures of the README.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
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

/** Pictures that the README shows, in docs/pictures. */
const forReadme = ['card-must-look-light', 'permissions-try-light', 'overall-needs-you-dark'];

async function takePictures(words) {
  const keep = words.includes('--keep');
  const extra = words.filter((word) => word !== '--keep');
  exitOnSignals();
  const electron = await bootstrap({ forTests: true });
  await build();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const session = await startTestSession(electronCommand(repoRoot, electron));
  try {
    const program = join(repoRoot, 'node_modules', '@playwright/test/cli.js');
    const config = join('test', 'pictures', 'playwright.config.ts');
    const command = [program, 'test', '--config', config, '--reporter=list', ...extra];
    const code = await runInForeground(process.execPath, command, {
      cwd: repoRoot,
      env: session.env,
      timeout: limitMs,
      ownGroup: true,
    });
    report();
    if (keep) keepForReadme();
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

function keepForReadme() {
  const kept = join(repoRoot, 'docs', 'pictures');
  mkdirSync(kept, { recursive: true });
  for (const name of forReadme) copyFileSync(join(folder, `${name}.png`), join(kept, `${name}.png`));
}

await runAsCommand(() => takePictures(process.argv.slice(2)));
