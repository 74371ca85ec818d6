import { defineConfig } from '@playwright/test';

// Each worker reads this file, too: the second one is in another session, with a display and a bus of its own.
const { DOORMAN_TEST_SESSIONS: sessions = '[]', TEST_PARALLEL_INDEX: worker = '0' } = process.env;
Object.assign(process.env, JSON.parse(sessions)[Number(worker)]);

export default defineConfig({
  testDir: 'test/app',
  workers: 1,
  timeout: 60_000,
  retries: 0,
  outputDir: 'test-results',
  forbidOnly: true,
});
