import { join } from 'node:path';
import { listen, type Listener } from '../src/testing/run/listen.ts';
import { startBuiltServer, type BuiltServer } from './support/built-server.ts';
import { expect, makeUser, test } from './support/fixtures.ts';
import { identify } from './support/flows.ts';

/** An application on another origin, which only links to the sign-in. */
let application: Listener;
let appUrl: string;
let server: BuiltServer;

test.beforeAll(async () => {
  const { outputDir } = test.info();
  application = await listen((request, response) => {
    const origin = `http://localhost:${server.port}`;
    const back = encodeURIComponent(`http://${request.headers.host}${request.url}`);
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>Orders</title><h1>${request.url === '/start' ? 'Start' : 'Orders'}</h1>
       <a href="${origin}/sign-in?callbackUrl=${back}">Sign in</a>`,
    );
  });
  appUrl = `${application.url}/start`;
  server = await startBuiltServer(join(outputDir, '..', 'way-back.log'), {
    APP_NAME: 'Example',
    APP_URL: appUrl,
  });
});
test.afterAll(async () => {
  await server.end();
  await application.close();
});

const at = (path: string) => `http://localhost:${server.port}${path}`;

test('after a sign-in at a provider, a person is on the page of the application again', async ({ page }) => {
  await page.goto(new URL('/orders?id=7', appUrl).href);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /Demo One/ }).click();
  await identify(page, makeUser().login);
  await expect(page).toHaveURL(new URL('/orders?id=7', appUrl).href);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a sign-in leads to the application, too @all', async ({ page }) => {
    await page.goto(at('/sign-in'));
    await page.getByRole('button', { name: /Demo One/ }).click();
    await page.getByLabel('Login name').fill(makeUser().login);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(appUrl);
  });
});
