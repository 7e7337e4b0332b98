import { afterAll, beforeEach, describe, expect } from 'vitest';
import { DISCOVERED_PROVIDERS_MAX } from './provider-discovery.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { startIdentityProvider } from '../../../testing/providers/identity-provider.ts';
import { consentIn } from '../../../testing/providers/link-consent.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import type { Fetch } from '../../net/transport.ts';
import { registerProvider } from './provider-registrations.ts';

const configured = await startIdentityProvider({ name: 'Configured' });
const organisation = await startIdentityProvider({ name: 'Organisation', domains: ['organisation.test'] });

/** Since the last test, as method and path. */
const calls: string[] = [];
/** Calls of these paths never end. */
let hanging: RegExp | null = null;

/** Registrations wait for it. */
let gate: Promise<void> | null = null;
const send: Fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  calls.push(`${init?.method ?? 'GET'} ${pathname.replace(/^\/reg\/.*/, '/reg/…')}`);
  if (pathname === '/reg') await gate;
  return hanging?.test(pathname) ? new Promise(() => {}) : fetch(input, init);
};

const it = testWith({
  providers: () => Promise.resolve([{ ...configured.settings, domains: ['configured.test'] }]),
  webFingerOrigins: new Map([
    ['organisation.test', organisation.issuer],
    ['other.test', organisation.issuer],
  ]),
  fetch: send,
});
afterAll(async () => {
  await Promise.all([configured.close(), organisation.close()]);
});
beforeEach(() => {
  calls.length = 0;
});
it.afterEach(async ({ app }) => {
  hanging = null;
  gate = null;
  await app.deps.collections.identityProviders.deleteMany({});
  await app.deps.identityProviders.refresh();
});

const discover = (app: TestApp, email: string, agent = app.agent()) =>
  app.client(agent).providers.discover.query({ email });

describe('providers.discover', () => {
  it('answers the configured provider of the domain without any request', async ({ app }) => {
    expect(await discover(app, 'Ada@Configured.test')).toEqual({
      id: 'configured',
      name: 'Configured',
      mark: null,
      signInUrl: `${app.origin}/auth/signin/configured`,
    });
    expect(calls).toEqual([]);
  });

  it('sends no request to a domain that is not allowed', async ({ app }) => {
    expect(await discover(app, 'ada@elsewhere.test')).toBeNull();
    expect(calls).toEqual([]);
  });

  it('finds the provider by WebFinger, registers there, and people can sign in', async ({ app }) => {
    const found = await discover(app, 'ada@organisation.test');
    expect(found).toMatchObject({ name: 'organisation.test', id: expect.stringMatching(/--[0-9a-f]{24}$/) });
    expect(calls).toEqual([
      'GET /.well-known/webfinger',
      'GET /.well-known/openid-configuration',
      'POST /reg',
    ]);

    const agent = app.agent();
    const { url } = await app.client(agent).session.signInWith.mutate({ provider: found?.id ?? '' });
    const callback = await organisation.signIn(url, { login: 'ada', email: 'ada@organisation.test' });
    const answered = await agent.request(callback);
    // The domain's owner names the provider, not the mail's owner. The address must still be verified.
    expect(new URL(answered.location ?? '').pathname).toBe('/confirm-address');
    await app.client(agent).session.continueWithoutAddress.mutate(await consentIn(app, agent));
    expect(await app.client(agent).accounts.list.query()).toMatchObject([
      { provider: found?.id, providerAccountId: 'ada' },
    ]);

    const listed = (trpc: ReturnType<TestApp['client']>) =>
      trpc.providers.list.query().then((all) => all.map(({ id }) => id));
    expect(await listed(app.client(agent))).toContain(found?.id);
    expect(await listed(app.client(app.agent()))).toEqual(['configured', 'email']);
    expect((await app.agent().request('/auth/providers')).text).not.toContain(found?.id);
  });

  it('answers the registered provider the next time, to everybody', async ({ app }) => {
    const first = await discover(app, 'somebody@organisation.test');
    calls.length = 0;
    expect(await discover(app, 'somebody-else@organisation.test')).toEqual(first);
    expect(calls).toEqual([]);
  });

  it('registers once for parallel calls', async ({ app }) => {
    const found = await Promise.all(
      Array.from({ length: 20 }, (_, i) => discover(app, `p${i}@organisation.test`)),
    );
    expect(new Set(found.map((each) => each?.id)).size).toBe(1);
    expect(calls.filter((call) => call === 'POST /reg')).toHaveLength(1);
    expect(await app.deps.collections.identityProviders.countDocuments()).toBe(1);
  });

  it('keeps the client secret and the registration token encrypted', async ({ app }) => {
    await discover(app, 'ada@organisation.test');
    const [row] = await app.deps.collections.identityProviders.find().toArray();
    expect(row).toMatchObject({
      source: 'address',
      trustEmail: false,
      secrets: expect.stringMatching(/^v1\./),
    });
    const provider = app.deps.identityProviders.get(row?._id ?? '');
    const secret =
      provider?.authentication.method === 'client_secret_basic' && provider.authentication.secret;
    expect(secret).toBeTruthy();
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it('answers null when the domain names no provider', async ({ app }) => {
    expect(await discover(app, 'ada@other.test')).toBeNull();
  });

  it('answers null when the domain does not answer', { tags: 'all' }, async ({ app }) => {
    hanging = /webfinger/;
    app.advance(60 * 60_000);
    expect(await discover(app, 'ada@organisation.test')).toBeNull();
  });

  it('answers null while a registration hangs and the provider after it', async ({ app }) => {
    app.advance(2 * 60 * 60_000);
    hanging = /^\/reg$/;
    expect(await discover(app, 'ada@organisation.test')).toBeNull();
    hanging = null;
    await expect.poll(() => discover(app, 'ada@organisation.test')).not.toBeNull();
  });

  it('limits the requests that one client can cause', async ({ app }) => {
    app.advance(3 * 60 * 60_000);
    const ask = (i: number) => discover(app, `p${i}@other.test`);
    for (let i = 0; i < RATE_LIMITS['provider-call'].refusal.ip.minute; i++) await ask(i);
    expect(await appCodeOf(ask(1000))).toBe('RATE_LIMITED');
    // A known provider and a configured domain are not counted.
    expect(await ask(0)).toBeNull();
    expect(await discover(app, 'ada@configured.test')).not.toBeNull();
  });

  it('replaces the oldest unused registration, and refuses a new one when all are used', async ({ app }) => {
    const { identityProviders: rows } = app.deps.collections;
    const day = 24 * 60 * 60_000;
    const filler = (i: number, createdAt: Date) => ({
      _id: `filler-${i}--0`,
      issuer: `https://filler-${i}.test`,
      name: 'Filler',
      domains: [],
      trustEmail: false,
      source: 'address' as const,
      clientId: 'x',
      secrets: app.deps.vault.seal(
        JSON.stringify({ credentials: { method: 'none', secret: null, privateKey: null }, access: null }),
        `identity-provider:filler-${i}--0`,
      ),
      secretExpiresAt: null,
      createdAt,
    });
    await rows.insertMany(Array.from({ length: DISCOVERED_PROVIDERS_MAX }, (_, i) => filler(i, new Date())));
    expect(await discover(app, 'ada@organisation.test')).toBeNull();
    await rows.updateOne({ _id: 'filler-7--0' }, { $set: { createdAt: new Date(Date.now() - 2 * day) } });
    expect(await discover(app, 'ada@organisation.test')).not.toBeNull();
    expect(await rows.countDocuments({ _id: 'filler-7--0' })).toBe(0);
    expect(await rows.countDocuments()).toBe(DISCOVERED_PROVIDERS_MAX);
  });
});

describe('registering', () => {
  const input = (issuer: string) => ({
    issuer,
    name: 'Organisation',
    domains: [],
    trustEmail: false,
    source: 'operator' as const,
  });

  it('by two processes at the same time leaves one client, here and at the provider', async ({ app }) => {
    let open = () => {};
    gate = new Promise((resolve) => (open = resolve));
    const settled = Promise.allSettled(
      [1, 2, 3].map(() => registerProvider(app.deps, input(organisation.issuer))),
    );
    const posts = () => calls.filter((call) => call === 'POST /reg').length;
    // Nobody has written yet, so nobody is refused before they register at the provider.
    await expect.poll(posts).toBe(3);
    open();
    const results = await settled;
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(calls.filter((call) => call === 'DELETE /reg/…')).toHaveLength(2);
    expect(await app.deps.collections.identityProviders.countDocuments()).toBe(1);
  });

  it('of an issuer that is configured is refused', async ({ app }) => {
    await expect(registerProvider(app.deps, input(configured.issuer))).rejects.toThrow('is offered already');
  });
});
