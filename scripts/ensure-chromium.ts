/** Makes sure that the browser tests have a Chromium: installs Debian's when it may, else says what to do and fails. */
import { existsSync } from 'node:fs';
import { installDebianPackage } from './debian-package.ts';
import { findChromium, HEADLESS_SHELL } from './find-chromium.ts';

const isNamed = Boolean(process.env['CHROMIUM_PATH']);
// The one that the tests prefer, also where there is another one.
if (!isNamed && !existsSync(HEADLESS_SHELL)) installDebianPackage(['chromium-headless-shell']);
if (!isNamed && findChromium() === null) installDebianPackage(['chromium']);

const path = findChromium();
if (path === null) {
  console.error(
    'The browser tests need Chromium: install the package chromium, or run `npx playwright install chromium`, or set CHROMIUM_PATH to a browser that starts.',
  );
  process.exitCode = 1;
} else {
  console.log(`Chromium: ${path}`);
}
