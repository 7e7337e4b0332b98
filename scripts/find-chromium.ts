import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The engine without windows needs a third less processor time. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** `CHROMIUM_PATH`, else the system's, else Playwright's. Throws for a wrong `CHROMIUM_PATH`. */
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

// Runs it, because Ubuntu's /usr/bin/chromium-browser may be a stub that only names a snap.
function starts(file: string): boolean {
  if (!existsSync(file)) return false;
  const asked = spawnSync(file, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 30_000,
  });
  return asked.status === 0 && /chrom/i.test(asked.stdout);
}
