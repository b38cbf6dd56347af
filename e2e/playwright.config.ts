import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** Of a list of features only the last counts, so Playwright's own come first. */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // The browser's own address bar and buttons, which are pages too: with each page that is opened they cost more than
  // many a page of ours, and nobody sees them. So does a process that is kept ready.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'InitialWebUI',
  'WebUIReloadButton',
  'SpareRendererForSitePerProcess',
]

/** `npm test` says which browser; by hand it is Debian's, best of all the one without a window, which does less beside the page. */
const shell = '/usr/bin/chromium-headless-shell'
const executablePath = process.env.HONBU_CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium')

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  // Each worker has a server and a database of its own, which its files share: a test that marks a register has a class
  // of its own. Two leave two cores idle a sixth of the time (docs/decisions/0070).
  workers: 3,
  fullyParallel: false,
  // What a machine needs that is many times slower than the one this was written on; nobody waits for it where all is well.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // A browser that stands still for no reason of ours is begun anew once; the run names each test that needed it.
  retries: Number(process.env.HONBU_TEST_RETRIES ?? 1),
  globalSetup: './support/start-honbu.ts',
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    // A quarter of the pixels to paint, which is what a page costs most; sizes in CSS pixels stay as they are.
    deviceScaleFactor: 0.5,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A trace draws every step again, which costs half as much as the tests themselves: --trace on, when one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Nothing is waited for that only moves.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests that stand in for the server are not to be passed by; the offline ones allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        // Fewer processes, which on two cores only talk to each other: an eighth of the time.
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${withoutFeatures.join()}`,
      ],
    },
  },
})
