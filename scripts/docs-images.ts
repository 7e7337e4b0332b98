/** `npm run docs:images`: takes the pictures of the README from the built application, in light and dark. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startBuiltServer } from '../e2e/built-server.ts';
import { connect, signInWith } from '../e2e/flows.ts';
import { findChromium } from './find-chromium.ts';
import { buildProject, isBuilt } from './project-build.ts';

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const VIEWPORT = { width: 960, height: 800 };
/** Without a port in it, so that the pictures are the same each time. Browsers keep every name below `localhost` on the machine (RFC 6761). */
const ORIGIN = 'http://accounts.localhost';

/** The pages use few colours, so a palette makes the files small. */
async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForLoadState('networkidle');
    const picture = await sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
      .png({ palette: true, colours: 64, effort: 10, compressionLevel: 9 })
      .toBuffer();
    const file = `${name}-${colorScheme}.png`;
    await writeFile(path.join(IMAGES, file), picture);
    console.log(`docs/images/${file}: ${(picture.length / 1000).toFixed(1)} kB`);
  }
}

async function visitPages(page: Page): Promise<void> {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: /Demo Two/ }).waitFor();
  await takePictures(page, 'sign-in');

  await signInWith(page, 'Demo One', 'ada.lovelace');
  await connect(page, 'Demo Two', 'ada.lovelace');
  await page.getByText('Demo Two is connected.').waitFor();
  await page.goto('/account/sign-in-methods');
  await page.getByRole('button', { name: 'Remove Demo Two' }).waitFor();
  await takePictures(page, 'account');
}

const executablePath = findChromium();
if (executablePath === null) throw new Error('No Chromium: `npm run test:e2e` says what to install.');
if (!(await isBuilt())) await buildProject();
const folder = await mkdtemp(path.join(tmpdir(), 'foyer-images-'));
const server = await startBuiltServer(path.join(folder, 'server.log'), { APP_ORIGIN: ORIGIN });
const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    `--host-resolver-rules=MAP ${new URL(ORIGIN).host}:80 localhost:${server.port}, MAP * ~NOTFOUND, EXCLUDE localhost`,
  ],
});
try {
  await visitPages(await browser.newPage({ baseURL: ORIGIN, viewport: VIEWPORT, locale: 'en' }));
} finally {
  await browser.close();
  await server.end();
  await rm(folder, { recursive: true, force: true });
}
