/**
 * Makes sure that the tests of the guides, which `npm run test:all` runs, have nginx and Caddy: installs Debian's when it may. Without one, its tests
 * are skipped.
 */
import { existsSync } from 'node:fs';
import { installDebianPackage } from './debian-package.ts';
import { isProxyInstalled } from './proxies/start-proxy.ts';

const PACKAGES = { nginx: ['nginx-light', 'nginx'], caddy: ['caddy'] } as const;

/** Where systemd runs, these packages start servers on the ports 80 and 443. In a container they start nothing. */
const mayInstall = !existsSync('/run/systemd/system');

const wanted = process.env['TEST_ALL'] === '1' ? (['nginx', 'caddy'] as const) : [];

for (const name of wanted) {
  if (isProxyInstalled(name) || (mayInstall && installDebianPackage(PACKAGES[name]))) continue;
  console.log(`There is no ${name}, so its tests are skipped. To run them, install the package ${name}.`);
}
