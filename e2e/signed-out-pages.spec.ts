import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBuiltServer, type BuiltServer } from './support/built-server.ts';
import { expect, test } from './support/fixtures.ts';
import { tabTo } from './support/flows.ts';

test.describe('with six providers', () => {
  let server: BuiltServer;
  const client = (id: string) => ({ [`AUTH_${id}_ID`]: 'client', [`AUTH_${id}_SECRET`]: 'secret' });

  test.beforeAll(async () => {
    const { outputDir } = test.info();
    await mkdir(outputDir, { recursive: true });
    const logo = join(outputDir, 'acme.svg');
    await writeFile(
      logo,
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
    );
    server = await startBuiltServer(join(outputDir, '..', 'six-providers.log'), {
      APP_NAME: 'Example',
      APP_URL: 'https://app.example.com/',
      ...client('APPLE'),
      ...client('DISCORD'),
      ...client('GITHUB'),
      ...client('GOOGLE'),
      ...client('MICROSOFT_ENTRA_ID'),
      OIDC_ACME_ISSUER: 'https://login.acme.example',
      OIDC_ACME_CLIENT_ID: 'client',
      OIDC_ACME_LOGO: logo,
    });
  });
  test.afterAll(() => server.end());

  test('the sign-in page fits a window of 1280 by 720, the languages too', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`http://localhost:${server.port}/sign-in`);
    await expect(page.getByRole('button', { name: 'Continue with GitHub', exact: true })).toHaveText(
      'GitHub',
    );
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
    expect(await overflow()).toBe(0);
    await expect(page.getByRole('button', { name: 'Deutsch' })).toBeInViewport({ ratio: 1 });
  });

  test('four providers stand first, in two columns, each with its mark; the others are folded', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`http://localhost:${server.port}/sign-in`);
    const buttons = page.getByRole('button', { name: /^Continue with/ });
    await expect(buttons).toHaveCount(4);
    const boxes = await buttons.evaluateAll((elements) =>
      elements.map((element) => element.getBoundingClientRect().toJSON() as { left: number; bottom: number }),
    );
    expect(new Set(boxes.map(({ left }) => Math.round(left))).size).toBe(2);
    const field = await page.getByLabel('Email address').boundingBox();
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThan(field?.y ?? 0);
    await page.getByText('More ways to sign in').click();
    await expect(buttons).toHaveCount(6);
    for (const button of await buttons.all()) await expect(button.locator('svg, img')).toBeVisible();
    const logo = page.getByRole('button', { name: 'Continue with Acme' }).locator('img');
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });
});

test('the main action of the sign-up is in sight in a window of 1280 by 720', async ({ page }) => {
  await page.goto('/sign-up');
  await expect(page.getByRole('button', { name: 'Create account' })).toBeInViewport({ ratio: 1 });
});

test('Tab goes from the address to the password, and "Forgot?" stands on the line of its label @all', async ({
  page,
}) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email address').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  const forgot = page.getByRole('link', { name: 'Forgot your password?' });
  await tabTo(page, forgot);
  await expect(forgot).toHaveText('Forgot?');
  const [link, label] = [
    await forgot.boundingBox(),
    await page.getByText('Password', { exact: true }).boundingBox(),
  ];
  if (!link || !label) throw new Error('the link or the label is not shown');
  expect(Math.abs(link.y + link.height / 2 - (label.y + label.height / 2))).toBeLessThanOrEqual(3);
});
