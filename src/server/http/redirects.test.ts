import { expect, it } from 'vitest';
import { toCallbackUrl } from '../../shared/callback-url.ts';
import { seededRandom, TEST_SEED } from '../../testing/run/random.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { rounds } from '../../testing/faults/fault-rounds.ts';
import { redirectMutant } from '../../testing/faults/redirect-mutants.ts';
import { createTestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { NO_BRAND } from '../settings/brand.ts';

const MUTANTS = 10_000;
const OVER_HTTP = rounds(25, 100);
const APP_URL = 'https://app.example.test/start';
const APP_ORIGIN = new URL(APP_URL).origin;

it.each([null, APP_URL])(
  `${MUTANTS} mutants of a callback URL never lead elsewhere, with APP_URL %j (security.md 23)`,
  (appUrl) => {
    const random = seededRandom(TEST_SEED);
    const origin = 'https://accounts.example.test';
    const accepted = { own: 0, app: 0 };
    for (let i = 0; i < MUTANTS; i++) {
      const mutant = redirectMutant(random, origin, APP_ORIGIN);
      const allowed = toCallbackUrl(mutant, { origin, appUrl });
      if (allowed === null) continue;
      const isPath = /^\/(?![/\\])/.test(allowed);
      accepted[isPath ? 'own' : 'app']++;
      const right = isPath ? origin : APP_ORIGIN;
      // As a browser reads it in a Location header and in a link, and after another decoding.
      const urls = [allowed, allowed.replaceAll(/[\t\n\r]/g, ''), (isPath ? origin : '') + allowed].map(
        (each) => new URL(each, origin),
      );
      if (urls.some((url) => url.origin !== right || url.username || url.password))
        expect.fail(`${JSON.stringify(mutant)} became ${JSON.stringify(allowed)}`);
    }
    // The test is valid only when some mutants are accepted.
    expect(accepted.own).toBeGreaterThan(MUTANTS / 20);
    if (appUrl === null) expect(accepted.app).toBe(0);
    else expect(accepted.app).toBeGreaterThan(MUTANTS / 200);
  },
);

const documents = await testDocuments();

it.each([null, APP_URL])(
  `${OVER_HTTP} of them at every redirecting address get no 5xx and lead to our origin or that of APP_URL=%j`,
  async (appUrl) => {
    await using app = await createTestApp({ documents, settings: { brand: { ...NO_BRAND, appUrl } } });
    const allowedOrigins = appUrl === null ? [app.origin] : [app.origin, APP_ORIGIN];
    const random = seededRandom(TEST_SEED + 1);
    const agent = app.agent();
    const csrfToken = await agent.csrfToken();
    const csrf = { cookie: agent.cookieHeader };
    const session = { cookie: (await app.signInByMail('redirected@example.test')).cookieHeader };
    let redirects = 0;
    let redirectsToApp = 0;
    for (let i = 0; i < OVER_HTTP; i++) {
      const mutant = redirectMutant(random, app.origin, APP_ORIGIN);
      const query = new URLSearchParams({ callbackUrl: mutant }).toString();
      const get = (path: string, headers: Record<string, string> = {}) =>
        rawRequest(app.origin, { path, headers });
      const post = (path: string, body: string, headers: Record<string, string> = {}) =>
        rawRequest(app.origin, {
          method: 'POST',
          path,
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.origin, ...headers },
          body,
        });
      await app.resetLimits();
      const answers = await Promise.all([
        get(`/auth/signin?${query}`, csrf),
        get(`/auth/callback/email?email=a&token=b&${query}`),
        post('/auth/signout', `csrfToken=${csrfToken}&${query}`, csrf),
        post(`/auth/signout?${query}`, `csrfToken=${csrfToken}`, csrf),
        post('/auth/signout', `csrfToken=${csrfToken}`, {
          cookie: `${csrf.cookie}; foyer.callback-url=${query.slice('callbackUrl='.length)}`,
        }),
        get(`/sign-in?${query}`, session),
        get(`/check-email?email=a&${query}`, session),
        get(`/check-email?${query}`),
        get(`/account?${query}`),
        post('/sign-in', `way=link&email=m${i}@example.test&${query}`),
      ]);
      for (const { status, headers, text } of answers) {
        if (status >= 500) expect.fail(`${JSON.stringify(mutant)} was answered with ${status}`);
        // Links and forms of the shown page.
        const addresses = [...text.matchAll(/\s(?:href|action)="([^"]*)"/g)].map(([, each = '']) => each);
        const { location } = headers;
        if (typeof location === 'string') {
          redirects++;
          if (new URL(location, app.origin).origin === APP_ORIGIN) redirectsToApp++;
          addresses.push(location);
        }
        for (const address of addresses)
          if (!allowedOrigins.includes(new URL(address, app.origin).origin))
            expect.fail(`${JSON.stringify(mutant)} led to ${address}`);
      }
    }
    expect(redirects).toBeGreaterThan(2 * OVER_HTTP);
    expect(redirectsToApp > 0).toBe(appUrl !== null);
  },
);
