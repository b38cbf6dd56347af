import { defineConfig } from '@playwright/test'

/** The browsers that Playwright can't drive as Debian ships them: only its runner is used, with drivers of our own. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.browser.ts',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  retries: Number(process.env.HONBU_TEST_RETRIES ?? 1),
  globalSetup: './start.ts',
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
})
