/** Installs Chromium, which the browser tests need, and nginx and Caddy for their own tests. */
import { existsSync } from 'node:fs';
import { installDebianPackage } from './debian-package.ts';
import { findChromium, HEADLESS_SHELL } from './find-chromium.ts';
import { isProxyInstalled } from '../src/testing/run/installed.ts';

const PROXY_PACKAGES = { nginx: ['nginx-light', 'nginx'], caddy: ['caddy'] } as const;
/** Where systemd runs, these packages start servers on the ports 80 and 443. */
const mayInstallProxies = !existsSync('/run/systemd/system');
const proxies = process.env['TEST_ALL'] === '1' ? (['nginx', 'caddy'] as const) : [];
for (const name of proxies) {
  if (isProxyInstalled(name) || (mayInstallProxies && installDebianPackage(PROXY_PACKAGES[name]))) continue;
  console.log(`There is no ${name}, so its tests are skipped. To run them, install the package ${name}.`);
}

const isNamed = Boolean(process.env['CHROMIUM_PATH']);
// The tests prefer this one, even when another one exists.
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
