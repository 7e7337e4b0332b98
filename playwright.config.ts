import { defineConfig } from '@playwright/test';
import { LOCAL_HOSTS_ALONE } from './e2e/support/guard.ts';
import { findChromium } from './scripts/find-chromium.ts';

const MINUTE_MS = 60_000;
const PACKAGE_WALKS = '**/{package,create-app}.spec.ts';
// The main process finds it once. The workers inherit it.
process.env['CHROMIUM_PATH'] ??= findChromium() ?? '';
const executablePath = process.env['CHROMIUM_PATH'];
if (!executablePath) throw new Error('No Chromium: `npm run test:e2e` says what to install.');

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/start-server.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  // The longest tests start first, so that no worker waits for them at the end.
  projects: [
    { name: 'package', testMatch: PACKAGE_WALKS },
    { name: 'pages', testIgnore: PACKAGE_WALKS },
  ],
  forbidOnly: true,
  // Only `npm run test:all` runs these.
  ...(process.env['TEST_ALL'] === '1' ? {} : { grepInvert: /@all/ }),
  retries: 0,
  timeout: MINUTE_MS,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    screenshot: 'only-on-failure',
    // A click waits until its target stands still. `hydration.spec.ts` and `focus.spec.ts` keep the motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [
        LOCAL_HOSTS_ALONE,
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Fewer processes need a third less processor time. Pages cannot observe the difference.
        '--in-process-gpu',
        '--renderer-process-limit=1',
        '--process-per-site',
        // Also ends the spare process that Chromium keeps for the next site.
        '--disable-site-isolation-trials',
      ],
    },
  },
});
