import { expect } from 'vitest';
import { rounds } from '../../testing/faults/fault-rounds.ts';
import { redirectMutant } from '../../testing/faults/redirect-mutants.ts';
import { seededRandom, TEST_SEED } from '../../testing/run/random.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { NO_BRAND } from '../settings/brand.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';

const documents = await testDocuments();
const it = testWith({ documents });
const APP_URL = 'https://app.example.test/start';
const withAppUrl = testWith({ documents, settings: { brand: { ...NO_BRAND, appUrl: APP_URL } } });

const MUTANTS = rounds(25, 500);

async function sendMutants(app: TestApp, allowedOrigins: readonly string[]): Promise<void> {
  const random = seededRandom(TEST_SEED + 2);
  const agent = await app.signInByMail('redirected@example.test');
  const cookie = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: app.origin };
  let redirects = 0;
  for (let i = 0; i < MUTANTS; i++) {
    const mutant = redirectMutant(random, app.origin, new URL(APP_URL).origin);
    const query = new URLSearchParams({ callbackUrl: mutant }).toString();
    await app.resetLimits();
    const answers = await Promise.all([
      rawRequest(app.origin, { path: `/sign-in?${query}`, headers: { cookie } }),
      rawRequest(app.origin, { path: `/check-email?email=a&${query}`, headers: { cookie } }),
      rawRequest(app.origin, { path: `/check-email?${query}` }),
      rawRequest(app.origin, { path: `/account?${query}` }),
      rawRequest(app.origin, {
        method: 'POST',
        path: '/sign-in',
        headers: form,
        body: `way=link&email=m${i}@example.test&${query}`,
      }),
    ]);
    for (const { status, headers, text } of answers) {
      if (status >= 500) expect.fail(`${JSON.stringify(mutant)} was answered with ${status}`);
      // Links and forms of the page that is shown instead.
      const addresses = [...text.matchAll(/\s(?:href|action)="([^"]*)"/g)].map(([, address = '']) => address);
      const { location } = headers;
      if (typeof location === 'string') {
        redirects++;
        addresses.push(location);
      }
      for (const address of addresses) {
        const target = new URL(address, app.origin);
        if (!allowedOrigins.includes(target.origin))
          expect.fail(`${JSON.stringify(mutant)} led to ${address}`);
      }
    }
  }
  expect(redirects).toBeGreaterThan(MUTANTS);
}

it(`${MUTANTS} mutants of a callback URL lead from no signed-out page to another origin`, ({ app }) =>
  sendMutants(app, [app.origin]));

withAppUrl(`${MUTANTS} of them lead to our origin or to exactly that of APP_URL`, ({ app }) =>
  sendMutants(app, [app.origin, new URL(APP_URL).origin]),
);
