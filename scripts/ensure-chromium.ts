/** Makes sure that the browser tests have a Chromium: installs Debian's when it may, else says what to do and fails. */
import { spawnSync } from 'node:child_process';
import { findChromium } from './find-chromium.ts';

function run(command: string, args: readonly string[]): boolean {
  const ended = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return ended.status === 0;
}

/** The one that the tests prefer, then what every Debian and its relatives have. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

function installed(): string | null {
  const mayInstall = !process.env['CHROMIUM_PATH'] && process.getuid?.() === 0;
  if (!mayInstall || !run('apt-get', ['--version'])) return null;
  console.log(`No Chromium here: installing the package ${PACKAGES.join(' or ')}.`);
  const done = run('apt-get', ['update']) && PACKAGES.some((name) => run('apt-get', ['install', '-y', name]));
  return done ? findChromium() : null;
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
