/** `npm run docs:images`: takes the pictures of the documents from the built application, in light and dark colours. */
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

/** The pictures in `docs/images`, each in light and dark colours, in the order in which they are taken. */
const DOCS_IMAGES = ['sign-in', 'mail', 'profile', 'sign-in-methods'] as const;
type DocsImage = (typeof DOCS_IMAGES)[number];
const SCHEMES = ['light', 'dark'] as const;
const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const VIEWPORT = { width: 960, height: 800 };
/** Without a port in it, so that the pictures are the same each time. Browsers keep every name below `localhost` on the machine (RFC 6761). */
const ORIGIN = 'http://accounts.localhost';

/** The pages use few colours, so a palette makes the files small. */
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

/** How each picture is reached from the one before. */
const ATTEMPTS: Readonly<Record<DocsImage, (page: Page) => Promise<void>>> = {
  async 'sign-in'(page) {
    await page.goto('/sign-in');
    await page.getByRole('button', { name: /Demo Two/ }).waitFor();
  },

  async mail(page) {
    const answer = await page.goto('/dev/mails/en/sign-in-link');
    const mail = (await answer?.text()) ?? '';
    // The sandbox of the answer lets no script of Playwright run.
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
