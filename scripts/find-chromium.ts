import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The same engine without windows, for which it needs a third less of the processor. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * The Chromium that the browser tests use: `CHROMIUM_PATH`, else the system's, else Playwright's own download;
 * `null` when none of them starts. If `CHROMIUM_PATH` is set and wrong, this fails and tries no other browser.
 */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  const candidates = named
    ? [named]
    : [
        HEADLESS_SHELL,
        '/usr/bin/chromium',
        '/usr/bin/chromium-browser',
        '/usr/bin/google-chrome',
        '/usr/bin/google-chrome-stable',
        chromium.executablePath(),
      ];
  return candidates.find(starts) ?? null;
}

// Asked for its version, because Ubuntu's /usr/bin/chromium-browser may be a stub that only names a snap.
function starts(file: string): boolean {
  if (!existsSync(file)) return false;
  const asked = spawnSync(file, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 30_000,
  });
  return asked.status === 0 && /chrom/i.test(asked.stdout);
}
