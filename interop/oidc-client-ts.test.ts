import { readFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { describe, expect, onTestFinished } from 'vitest';
import { listen } from '../src/testing/run/listen.ts';
import { CALLBACK, CLIENT_ID, cookiesOf, SITE, SITE_PORT, testWithClient } from './clients-of-foyer.ts';
import { skipWithout } from './skip-without.ts';

/** The used part of the package, which only this suite installs. */
declare const oidc: {
  readonly UserManager: new (options: object) => {
    signinRedirect(): Promise<void>;
    signinCallback(): Promise<User>;
    signinSilent(): Promise<User>;
    revokeTokens(): Promise<void>;
  };
};
interface User {
  readonly access_token: string;
  readonly profile: { readonly sub: string; readonly email: string };
}

const it = testWithClient('public');
const LIBRARY = new URL('node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js', import.meta.url);

async function startSite(): Promise<void> {
  const library = await readFile(LIBRARY);
  const { close } = await listen(
    ({ url }, answer) => {
      if (url === '/library.js') answer.setHeader('content-type', 'text/javascript').end(library);
      else answer.setHeader('content-type', 'text/html').end('<script src="/library.js"></script>');
    },
    { port: SITE_PORT },
  );
  onTestFinished(close);
}

describe('oidc-client-ts in a browser', () => {
  it('signs a person in as a public client, refreshes and revokes the tokens', async ({ app, skip }) => {
    skipWithout({ skip }, 'npm packages', 'chromium');
    await startSite();
    const { default: playwright } = await import('../playwright.config.ts');
    await using browser = await chromium.launch(playwright.use?.launchOptions);
    const email = 'oidc-client-ts@example.test';
    const context = await browser.newContext();
    await context.addCookies(await cookiesOf(app, email));
    const page = await context.newPage();
    const options = {
      authority: app.origin,
      client_id: CLIENT_ID,
      redirect_uri: CALLBACK,
      scope: 'openid profile email',
      loadUserInfo: true,
    };
    await page.goto(SITE);
    await page.evaluate((settings) => void new oidc.UserManager(settings).signinRedirect(), options);
    await page.waitForURL(`${CALLBACK}?**`);
    const [user, refreshed] = await page.evaluate(async (settings) => {
      const manager = new oidc.UserManager(settings);
      return [await manager.signinCallback(), await manager.signinSilent()] as const;
    }, options);
    expect(user.profile).toMatchObject({ iss: app.origin, email });
    expect(refreshed.profile.sub).toBe(user.profile.sub);
    expect(refreshed.access_token).not.toBe(user.access_token);

    await page.evaluate((settings) => new oidc.UserManager(settings).revokeTokens(), options);
    const headers = { authorization: `Bearer ${refreshed.access_token}` };
    expect((await app.agent().request('/oauth/userinfo', { headers })).status).toBe(401);
  });
});
