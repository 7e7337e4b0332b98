/** Makes sure that the browser tests have a Chromium: installs Debian's when it may, else says what to do and fails. */
import { installDebianPackage } from './debian-package.ts';
import { findChromium } from './find-chromium.ts';

/** The one that the tests prefer, then what every Debian and its relatives have. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

function installed(): string | null {
  if (process.env['CHROMIUM_PATH']) return null;
  return installDebianPackage(PACKAGES) ? findChromium() : null;
}

const path = findChromium() ?? installed();
if (path === null) {
  console.error(
    'The browser tests need Chromium: install the package chromium, or run `npx playwright install chromium`, or set CHROMIUM_PATH to a browser that starts.',
  );
  process.exitCode = 1;
} else {
  console.log(`Chromium: ${path}`);
}
