import { describe, expect } from 'vitest';
import { APPLICATION_PATHS, DEVELOPMENT_PATHS } from '../../shared/application-paths.ts';
import { SIGNED_OUT_PATHS } from '../../shared/signed-out-page.ts';
import { bearer, makeToken } from '../../testing/users/access-tokens.ts';
import { makeServiceKey } from '../../testing/users/administrators.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { FORM_CASES } from '../../testing/pages/form-cases.ts';
import type { AgentAnswer, HttpAgent } from '../../testing/app/http-agent.ts';
import { beginImpersonation } from '../../testing/users/impersonations.ts';
import { textOfPage } from '../../testing/pages/page-text.ts';
import { ALL_FAULTS, rounds } from '../../testing/faults/fault-rounds.ts';
import { submitForm } from '../../testing/pages/submit-form.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { uniqueEmail, uniqueName } from '../../testing/run/unique-name.ts';
import { createAccessTokenSecret } from '../crypto/access-token-format.ts';

const SHOP = 'http://shop.localhost:5173';
const documents = await testDocuments();
const it = testWith({ documents, settings: { phoneSignIn: true, trustedOrigins: [SHOP] } });
const SIGNED_OUT_PAGES = [...new Set(Object.values(SIGNED_OUT_PATHS))];
const PAGES = [
  '/',
  '/nothing',
  '/.well-known/change-password',
  ...SIGNED_OUT_PAGES,
  '/check-email?email=a@b.test',
  '/confirm?email=a@b.test&token=x',
  '/confirm-email?token=x',
  '/sign-in?error=OAuthAccountNotLinked',
  // All of them have one document, so `npm test` tries two.
  ...APPLICATION_PATHS.slice(0, rounds(2, Infinity)),
  ...DEVELOPMENT_PATHS,
];
/** The last one ends the session. */
const FORMS = [...SIGNED_OUT_PAGES.filter((path) => path !== '/sign-out'), '/sign-in/provider', '/sign-out'];

const CREDENTIALS = {
  'Basic without a user': () => 'Basic x',
  Basic: () => `Basic ${Buffer.from('proxy:secret').toString('base64')}`,
  Digest: () => 'Digest username="proxy", response="0"',
  'a scheme alone': () => 'Bearer',
  nothing: () => '',
  'Bearer %': () => 'Bearer %',
  'a junk token': () => bearer('junk'),
  'an unknown token': () => bearer(createAccessTokenSecret()),
  'a session token': async (app) =>
    bearer((await app.signInByMail(uniqueEmail())).cookies.get('foyer.session') ?? ''),
  'an access token': async (app) =>
    bearer((await makeToken(app, await app.signInByMail(uniqueEmail()))).token),
  'an expired access token': async (app) => {
    const name = uniqueName();
    const { token } = await makeToken(app, await app.signInByMail(uniqueEmail()), { name });
    await app.deps.collections.accessTokens.updateOne({ name }, { $set: { expires: new Date(0) } });
    return bearer(token);
  },
  'a service key': async (app) => (await makeServiceKey(app, ['users:read'])).authorization,
} satisfies Record<string, (app: TestApp) => string | Promise<string>>;

/** `npm test` uses one for a proxy, an unknown one, and one of a user. */
const FEW = new Set(['Basic', 'an unknown token', 'an access token']);
const kinds = Object.entries(CREDENTIALS).filter(([kind]) => ALL_FAULTS || FEW.has(kind));

/** `npm test` uses the first two. */
const BROWSERS: Readonly<Record<string, (app: TestApp) => Promise<HttpAgent>>> = {
  'without a session': (app) => Promise.resolve(app.agent()),
  'with a session': (app) => app.signInByMail(uniqueEmail()),
  'with the cookies of pending sign-ins': (app) => {
    const agent = app.agent();
    for (const name of ['session', 'link', 'pending-sign-in']) agent.cookies.set(`foyer.${name}`, 'ended');
    return Promise.resolve(agent);
  },
  'that acts as a person': async (app) => (await beginImpersonation(app)).administrator.agent,
};

const withoutIds = (text: string | null) => text?.replaceAll(/[0-9a-f-]{36}|\S+@\S+/g, '…');

function summaryOf({ status, location, setCookies, text }: AgentAnswer) {
  const cookies = setCookies.map((cookie) => cookie.slice(0, cookie.indexOf('=')));
  return { status, location: withoutIds(location), cookies, text: withoutIds(textOfPage(text)) };
}

function expectSame(place: string, answer: AgentAnswer, expected: AgentAnswer): void {
  expect({ place, ...summaryOf(answer) }).toEqual({ place, ...summaryOf(expected) });
  expect([place, answer.status < 500]).toEqual([place, true]);
}

describe.for(Object.entries(BROWSERS).slice(0, rounds(2, 4)))('a browser %s (security.md 33)', ([, open]) => {
  it('gets the same pages with every kind of Authorization header', async ({ app }) => {
    const agent = await open(app);
    const credentials = await Promise.all(
      kinds.map(async ([kind, make]) => ({ kind, authorization: await make(app) })),
    );
    for (const page of PAGES) {
      const headers = { accept: 'text/html' };
      const expected = await agent.request(page, { headers });
      for (const { kind, authorization } of credentials) {
        const answer = await agent.request(page, { headers: { ...headers, authorization } });
        expectSame(`${page} with ${kind}`, answer, expected);
      }
    }
  });

  it('gets the same answers to forms with every kind of Authorization header', async ({ app }) => {
    const fields = { email: 'a@b.test', token: 'x' };
    const agent = await open(app);
    const expected: { readonly form: string; readonly answer: AgentAnswer }[] = [];
    for (const form of FORMS) expected.push({ form, answer: await agent.postForm(form, fields) });
    for (const [kind, make] of kinds) {
      await app.resetLimits();
      const other = await open(app);
      other.headers.set('authorization', await make(app));
      for (const { form, answer } of expected) {
        expectSame(`${form} with ${kind}`, await other.postForm(form, fields), answer);
      }
    }
  });
});

describe.for((['an access token', 'Basic'] as const).slice(0, rounds(1, 2)))('with %s', (kind) => {
  it.for(FORM_CASES.slice(0, rounds(3, Infinity)))('the form $form succeeds', async (form, { app }) => {
    const email = `${uniqueName()}@example.test`;
    const agent = app.agent();
    const { typed } = await form.prepare(app, agent, email);
    await app.resetLimits();
    agent.headers.set('authorization', await CREDENTIALS[kind](app));
    const { status, location } = await submitForm(agent, form.addressFor(email), form.button, typed);
    expect([status, location]).toEqual([303, app.origin + form.nextFor(email)]);
  });
});

it('every page answers a request of a trusted origin as any other', async ({ app }) => {
  const agent = await app.signInByMail(uniqueEmail());
  for (const page of PAGES) {
    const headers = { origin: SHOP, 'sec-fetch-site': 'same-site' };
    expectSame(page, await agent.request(page, { headers }), await agent.request(page));
  }
});
