import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { repoRoot } from '../support/app/electron-command.ts';

export default defineConfig({
  testDir: '.',
  workers: 1,
  timeout: 240_000,
  // On a machine that does much else a window may take its time.
  expect: { timeout: 20_000 },
  retries: 0,
  outputDir: join(repoRoot, 'test-results', 'pictures-run'),
  forbidOnly: true,
});
