import { expect } from 'vitest';
import { toCallbackUrl } from '../../shared/callback-url.ts';
import { seededRandom, TEST_SEED } from '../../testing/run/random.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { rounds } from '../../testing/faults/fault-rounds.ts';
import { redirectMutant } from '../../testing/faults/redirect-mutants.ts';
import { it, testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { NO_BRAND } from '../settings/brand.ts';

const MUTANTS = 10_000;
const OVER_HTTP = rounds(40, 400);
const withAppUrl = testWith({
  settings: { brand: { ...NO_BRAND, appUrl: 'https://app.example.test/start' } },
});

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
      // As a browser reads it in a Location header, in a link, and after another decoding.
      const urls = [allowed, allowed.replaceAll(/[\t\n\r]/g, ''), (isPath ? origin : '') + allowed].map(
        (each) => new URL(each, origin),
      );
      if (urls.some((url) => url.origin !== right || url.username || url.password)) {
        expect.fail(`${JSON.stringify(mutant)} became ${JSON.stringify(allowed)}`);
      }
    }
    console.log(`redirect mutants: ${MUTANTS}, accepted: ${JSON.stringify(accepted)}, leading elsewhere: 0`);
    // The test is valid only when some mutants are accepted.
    expect(accepted.own).toBeGreaterThan(MUTANTS / 20);
    if (appUrl === null) expect(accepted.app).toBe(0);
    else expect(accepted.app).toBeGreaterThan(MUTANTS / 200);
  },
);

async function sendMutants(app: TestApp, allowedOrigins: readonly string[]): Promise<number> {
  const random = seededRandom(TEST_SEED + 1);
  const agent = app.agent();
  const { csrfToken } = (await agent.request('/auth/csrf')).json() as { csrfToken: string };
  const cookie = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  let redirected = 0;
  let redirectedToApp = 0;
  for (let i = 0; i < OVER_HTTP; i++) {
    const mutant = redirectMutant(random, app.origin, APP_ORIGIN);
    const value = new URLSearchParams({ callbackUrl: mutant }).toString();
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: app.origin, cookie };
    const asCookie = `${cookie}; foyer.callback-url=${value.slice('callbackUrl='.length)}`;
    const body = `csrfToken=${csrfToken}`;
    const answers = await Promise.all([
      rawRequest(app.origin, { path: `/auth/signin?${value}`, headers: { cookie } }),
      rawRequest(app.origin, { path: `/auth/callback/email?email=a&token=b&${value}` }),
      rawRequest(app.origin, {
        method: 'POST',
        path: '/auth/signout',
        headers: form,
        body: `${body}&${value}`,
      }),
      rawRequest(app.origin, { method: 'POST', path: `/auth/signout?${value}`, headers: form, body }),
      rawRequest(app.origin, {
        method: 'POST',
        path: '/auth/signout',
        headers: { ...form, cookie: asCookie },
        body,
      }),
    ]);
    for (const { status, headers } of answers) {
      if (status >= 500) expect.fail(`${JSON.stringify(mutant)} was answered with ${status}`);
      const { location } = headers;
      if (typeof location !== 'string') continue;
      redirected++;
      if (new URL(location, app.origin).origin === APP_ORIGIN) redirectedToApp++;
      const target = new URL(location, app.origin);
      if (!allowedOrigins.includes(target.origin)) {
        expect.fail(`${JSON.stringify(mutant)} led to ${location}`);
      }
    }
  }
  console.log(`redirect mutants over HTTP: ${OVER_HTTP * 5} requests, ${redirected} redirects, elsewhere: 0`);
  expect(redirected).toBeGreaterThan(OVER_HTTP);
  return redirectedToApp;
}

it(`${OVER_HTTP} of them at every redirecting address lead to no other origin and no 5xx`, async ({
  app,
}) => {
  expect(await sendMutants(app, [app.origin])).toBe(0);
});

withAppUrl(`${OVER_HTTP} of them lead to our origin or to exactly that of APP_URL`, async ({ app }) => {
  expect(await sendMutants(app, [app.origin, APP_ORIGIN])).toBeGreaterThan(0);
});
