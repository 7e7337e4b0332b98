/** `npm run docs:images`: takes the pictures of the documents, in light and dark colours. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startBuiltServer } from '../e2e/support/built-server.ts';
import { connect, signInWith } from '../e2e/support/flows.ts';
import { findChromium } from './find-chromium.ts';
import { buildProject, isBuilt } from './project-build.ts';

/** The pictures in `docs/images`, in the order in which they are taken. */
const DOCS_IMAGES = ['sign-in', 'mail', 'profile', 'sign-in-methods'] as const;
type DocsImage = (typeof DOCS_IMAGES)[number];
const SCHEMES = ['light', 'dark'] as const;
const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const VIEWPORT = { width: 960, height: 800 };
/** No port, so that the pictures stay equal. Names below `localhost` need no DNS (RFC 6761). */
const ORIGIN = 'http://accounts.localhost';

/** A palette makes the files small, because the pages use few colours. */
async function takePictures(page: Page, name: DocsImage): Promise<void> {
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForLoadState('networkidle');
    const picture = await sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
      .png({ palette: true, colours: 64, effort: 10, compressionLevel: 9 })
      .toBuffer();
    const file = `${name}-${scheme}.png`;
    await writeFile(path.join(IMAGES, file), picture);
    console.log(`docs/images/${file}: ${(picture.length / 1000).toFixed(1)} kB`);
  }
}

const ATTEMPTS: Readonly<Record<DocsImage, (page: Page) => Promise<void>>> = {
  async 'sign-in'(page) {
    await page.goto('/sign-in');
    await page.getByRole('button', { name: /Demo Two/ }).waitFor();
  },

  async mail(page) {
    const answer = await page.goto('/dev/mails/en/sign-in-link');
    const mail = (await answer?.text()) ?? '';
    // The answer's sandbox allows no script of Playwright.
    await page.goto('about:blank');
    await page.setContent(mail);
    await page.getByText('042137').waitFor();
  },

  async profile(page) {
    await signInWith(page, 'Demo One', 'ada.lovelace');
    await page.getByLabel('Name', { exact: true }).waitFor();
  },

  async 'sign-in-methods'(page) {
    await connect(page, 'Demo Two', 'ada.lovelace');
    await page.getByText('Demo Two is connected.').waitFor();
    await page.goto('/account/sign-in-methods');
    await page.getByRole('button', { name: 'Remove Demo Two' }).waitFor();
  },
};

const executablePath = findChromium();
if (executablePath === null) throw new Error('No Chromium: `npm run test:e2e` says what to install.');
if (!(await isBuilt())) await buildProject();
const folder = await mkdtemp(path.join(tmpdir(), 'foyer-images-'));
const server = await startBuiltServer(path.join(folder, 'server.log'), {
  APP_ORIGIN: ORIGIN,
  APP_NAME: 'Example',
});
const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    `--host-resolver-rules=MAP ${new URL(ORIGIN).host}:80 localhost:${server.port}, MAP * ~NOTFOUND, EXCLUDE localhost`,
  ],
});
try {
  const page = await browser.newPage({ baseURL: ORIGIN, viewport: VIEWPORT, locale: 'en' });
  for (const name of DOCS_IMAGES) {
    await ATTEMPTS[name](page);
    await takePictures(page, name);
  }
} finally {
  await browser.close();
  await server.end();
  await rm(folder, { recursive: true, force: true });
}
