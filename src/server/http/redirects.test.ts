import { expect } from 'vitest';
import { toCallbackPath } from '../../shared/callback-url.ts';
import { seededRandom, TEST_SEED } from '../../testing/app/random.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import { redirectMutant } from '../../testing/faults/redirect-mutants.ts';
import { it } from '../../testing/app/fixture.ts';

const MUTANTS = 10_000;
const OVER_HTTP = 400;

it(`${MUTANTS} mutants of a callback URL never lead to another origin (security.md 23)`, () => {
  const random = seededRandom(TEST_SEED);
  const origin = 'https://accounts.example.test';
  let accepted = 0;
  for (let i = 0; i < MUTANTS; i++) {
    const mutant = redirectMutant(random, origin);
    const path = toCallbackPath(mutant, origin);
    if (path === null) continue;
    accepted++;
    // As a browser reads it in a Location header, in a link, and after another decoding.
    const urls = [path, path.replaceAll(/[\t\n\r]/g, ''), `${origin}${path}`].map(
      (each) => new URL(each, origin),
    );
    if (urls.some((url) => url.origin !== origin) || !/^\/(?![/\\])/.test(path)) {
      expect.fail(`${JSON.stringify(mutant)} became ${JSON.stringify(path)}`);
    }
  }
  console.log(`redirect mutants: ${MUTANTS}, accepted as paths of ours: ${accepted}, leading elsewhere: 0`);
  // The test is valid only when some mutants are accepted.
  expect(accepted).toBeGreaterThan(MUTANTS / 20);
});

it(`${OVER_HTTP} of them at every redirecting address lead to no other origin and no 5xx`, async ({
  app,
}) => {
  const random = seededRandom(TEST_SEED + 1);
  const { host } = new URL(app.origin);
  const agent = app.agent();
  const { csrfToken } = (await agent.request('/auth/csrf')).json() as { csrfToken: string };
  const cookie = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  let redirected = 0;
  for (let i = 0; i < OVER_HTTP; i++) {
    const mutant = redirectMutant(random, app.origin);
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
      const target = new URL(location, app.origin);
      if (target.host !== host || target.protocol !== 'http:') {
        expect.fail(`${JSON.stringify(mutant)} led to ${location}`);
      }
    }
  }
  console.log(`redirect mutants over HTTP: ${OVER_HTTP * 5} requests, ${redirected} redirects, elsewhere: 0`);
  expect(redirected).toBeGreaterThan(OVER_HTTP);
});
