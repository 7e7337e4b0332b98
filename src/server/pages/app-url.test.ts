import { describe, expect } from 'vitest';
import { testWithProviders } from '../../testing/providers/provider-visits.ts';
import { submitForm } from '../../testing/pages/submit-form.ts';
import { testDocuments } from '../../testing/app/test-documents.ts';
import { NO_BRAND } from '../settings/brand.ts';

const APP_URL = 'https://app.example.test/start';
const ORDERS = 'https://app.example.test/orders?id=7';

const { it, trusted, visitProvider } = await testWithProviders({
  documents: await testDocuments(),
  settings: { brand: { ...NO_BRAND, name: 'Example', appUrl: APP_URL } },
});

describe('with APP_URL', () => {
  it.for([
    [undefined, APP_URL],
    [ORDERS, ORDERS],
    ['/account/devices', '/account/devices'],
  ])('a code with the callback URL %j leads to %s', async ([callbackUrl, leadsTo], { app }) => {
    const { session } = app.client(app.agent());
    const email = 'by-code@example.test';
    await session.requestLink.mutate({ email, callbackUrl });
    const mail = app.mailbox.last(email);
    expect(new URL(app.mailbox.linkOf(mail)).searchParams.get('callbackUrl')).toBe(leadsTo);
    const code = app.mailbox.codeOf(mail);
    expect(await session.signInWithCode.mutate({ email, code, callbackUrl })).toMatchObject({
      callbackUrl: leadsTo,
    });
  });

  it('a callback URL of another site is refused', async ({ app }) => {
    const { session } = app.client(app.agent());
    const callbackUrl = 'https://app.example.test.evil.test/';
    await expect(session.requestLink.mutate({ email: 'a@example.test', callbackUrl })).rejects.toMatchObject({
      data: { appCode: 'INVALID_INPUT', issues: [{ path: ['callbackUrl'], key: 'return-address-foreign' }] },
    });
    expect(app.mailbox.messages).toEqual([]);
  });

  it.for([
    [undefined, APP_URL],
    [ORDERS, ORDERS],
  ])('a provider with the callback URL %j leads to %s', async ([callbackUrl, leadsTo], { app }) => {
    const agent = app.agent();
    const { session } = app.client(agent);
    const { url } = await session.signInWith.mutate({ provider: 'trusted', callbackUrl });
    const back = await trusted.signIn(url, { login: 'ada', emailVerified: true });
    expect((await agent.request(back)).location).toBe(leadsTo);
  });

  it('a sign-in without script leads to the application, and the policy allows it', async ({ app }) => {
    const agent = app.agent();
    const email = 'scriptless@example.test';
    await submitForm(agent, '/sign-in', 'Email me a link', { email });
    const confirmed = await submitForm(agent, app.mailbox.linkOf(app.mailbox.last(email)), 'Continue');
    expect(confirmed.status).toBe(303);
    expect(confirmed.location).toBe(APP_URL);
    expect(confirmed.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://app.example.test;",
    );
  });

  it('somebody who is signed in is sent on from the sign-in and sign-up pages', async ({ app }) => {
    const agent = await app.signInByMail('signed-in@example.test');
    const query = new URLSearchParams({ callbackUrl: ORDERS }).toString();
    for (const path of ['/sign-in', '/sign-up']) {
      expect((await agent.request(path)).location).toBe(APP_URL);
      expect((await agent.request(`${path}?${query}`)).location).toBe(ORDERS);
    }
    expect((await agent.request('/')).location).toBe(`${app.origin}/account`);
  });

  it('the form of Auth.js without a callback URL leads to the application', async ({ app }) => {
    const agent = app.agent();
    const started = await agent.postAuthForm('/auth/signin/trusted');
    const back = await trusted.signIn(started.location ?? '', { login: 'formed', emailVerified: true });
    expect((await agent.request(back)).location).toBe(APP_URL);
  });

  it('a review of additions leads on to the application', async ({ app }) => {
    const email = 'reviewer@example.test';
    const agent = await app.signInByMail(email);
    await agent.request(await visitProvider(agent, trusted, { login: 'reviewer' }, true));
    // The account at the provider was added after that date.
    const securityReview = { since: new Date(0), toldAt: null };
    await app.deps.collections.users.updateOne({ email }, { $set: { securityReview } });
    const { session } = app.client(agent);
    await session.requestLink.mutate({ email, callbackUrl: ORDERS });
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    const { callbackUrl } = await session.signInWithCode.mutate({ email, code, callbackUrl: ORDERS });
    expect(callbackUrl).toBe(`/account/security-review?callbackUrl=${encodeURIComponent(ORDERS)}`);

    // A sign-in by a provider leads to the review, too.
    const other = app.agent();
    for (const [wish, leadsTo] of [
      [undefined, '/account/security-review'],
      ['/account', '/account/security-review?callbackUrl=%2Faccount'],
    ]) {
      const input = { provider: 'trusted', callbackUrl: wish };
      const { url } = await app.client(other).session.signInWith.mutate(input);
      const back = await trusted.signIn(url, { login: 'reviewer' });
      expect((await other.request(back)).location).toBe(app.origin + leadsTo);
    }
  });
});
