import { createRequire } from 'node:module';
import express, { type Request, type RequestHandler } from 'express';
import { describe, expect, onTestFinished } from 'vitest';
import { listen } from '../src/testing/run/listen.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  signedInBrowser,
  SITE,
  SITE_PORT,
  testWithClient,
} from './clients-of-foyer.ts';
import { skipWithout } from './skip-without.ts';

/** The used part of the package, which only this suite installs. */
interface ExpressOpenidConnect {
  readonly auth: (options: object) => RequestHandler;
}

const it = testWithClient('confidential');

async function startSite(issuer: string): Promise<void> {
  const load = createRequire(import.meta.url);
  const { auth } = load('express-openid-connect') as ExpressOpenidConnect;
  const site = express();
  site.use(
    auth({
      issuerBaseURL: issuer,
      baseURL: SITE,
      clientID: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      secret: 'encrypts the sessions of this site',
      // The default is an ID token in the redirect, which Foyer does not send.
      authorizationParams: { response_type: 'code', scope: 'openid profile email' },
    }),
  );
  site.get('/orders', (request: Request & { oidc?: { idTokenClaims: object } }, answer) =>
    answer.json(request.oidc?.idTokenClaims),
  );
  const { close } = await listen(site, { port: SITE_PORT });
  onTestFinished(close);
}

describe('express-openid-connect', () => {
  it('signs a person in as a confidential client', async ({ app, skip }) => {
    skipWithout({ skip }, 'npm packages');
    await startSite(app.origin);
    const email = 'express@example.test';
    await using browser = await signedInBrowser(app, email);
    const orders = await browser.get(`${SITE}/orders`);
    expect(orders.url()).toBe(`${SITE}/orders`);
    expect(await orders.json()).toMatchObject({ iss: app.origin, aud: CLIENT_ID, email });
  });
});
