import { defineConfig } from '@playwright/test';
import { LOCAL_HOSTS_ALONE } from './e2e/support/guard.ts';
import { findChromium } from './scripts/find-chromium.ts';

const MINUTE_MS = 60_000;
const PACKAGE_WALKS = '**/package.spec.ts';
// Found once, by the main process: the workers inherit it.
process.env['CHROMIUM_PATH'] ??= findChromium() ?? '';
const executablePath = process.env['CHROMIUM_PATH'];
if (!executablePath) throw new Error('No Chromium: `npm run test:e2e` says what to install.');

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/start-server.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  // The browser tests of the package follow one another in one worker and take longest. They start first, so that the other worker does not wait for them at
  // the end.
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
    // A click waits until its target does not move. `hydration.spec.ts` and `focus.spec.ts` keep the motion.
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
        // Fewer processes need a third less of the processor. Origins stay apart in all that a page can observe.
        '--in-process-gpu',
        '--renderer-process-limit=1',
        '--process-per-site',
        // It also ends the spare process that Chromium else keeps for the next site.
        '--disable-site-isolation-trials',
      ],
    },
  },
});
