import { defineConfig } from '@playwright/test';
import { LOCAL_HOSTS_ALONE } from './e2e/guard.ts';
import { findChromium } from './scripts/find-chromium.ts';

const MINUTE_MS = 60_000;
const PACKAGE_WALKS = '**/package.spec.ts';
/** Walks about how pages look and load. */
const LOOKS =
  '**/{appearance,brands,bundle,code-entry,country-list,first-load,first-page-probe,hydration,language,mails,page-budgets,prefetch}.spec.ts';

// Found once, by the main process: the workers inherit it.
process.env['CHROMIUM_PATH'] ??= findChromium() ?? '';
const executablePath = process.env['CHROMIUM_PATH'];
if (!executablePath) throw new Error('No Chromium: `npm run test:e2e` says what to install.');

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-server.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  // The walks of the package follow one another in one worker and take longest. They start first, so that the other worker does not wait for them at
  // the end.
  projects: [
    { name: 'package', testMatch: PACKAGE_WALKS },
    { name: 'pages', testIgnore: [PACKAGE_WALKS, LOOKS] },
    // They come last, because `npm test` leaves out the last walks where the machine is too slow for all.
    { name: 'looks', testMatch: LOOKS },
  ],
  forbidOnly: true,
  // These walks install packages or compile for long. `npm run test:examples` runs them.
  ...(process.env['TEST_EXAMPLES'] === '1' ? {} : { grepInvert: /@examples/ }),
  // `npm test` gives a second attempt, counts those that needed it, and names them.
  retries: 0,
  timeout: MINUTE_MS,
  // `npm test` gives less where the stages before it took long.
  globalTimeout: 10 * MINUTE_MS,
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
      ],
    },
  },
});
