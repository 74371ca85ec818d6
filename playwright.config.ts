import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/app',
  workers: 1,
  timeout: 60_000,
  retries: 0,
  outputDir: 'test-results',
  forbidOnly: true,
});
