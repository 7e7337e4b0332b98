import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/providers/identity-provider.ts';
import { consentIn } from '../../../testing/providers/link-consent.ts';
import { startProviderVisits } from '../../../testing/providers/provider-visits.ts';
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts';
import { providerCommand } from '../../commands/provider-command.ts';
import type { BuiltInProviderSettings } from '../../settings/settings.ts';
import { bindIssuers, IssuerChangedError } from './provider-issuers.ts';
import { moved } from '../../../testing/app/http-agent.ts';
import { runInProcess } from '../../../testing/run/server-program.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';

const MICROSOFT = 'https://login.microsoftonline.com';
const ADA = { login: 'ada', email: 'ada@example.test' };

const under = (id: string, { settings }: IdentityProvider) => ({ ...settings, id });
/** Two issuers under one id, as after an operator changed `OIDC_ACME_ISSUER`. */
const before = await startIdentityProvider({ name: 'Acme', trustEmail: true });
const after = await startIdentityProvider({ name: 'Acme', trustEmail: true });
const old = await createTestApp({ providers: () => Promise.resolve([under('acme', before)]) });
const opened: TestApp[] = [];

afterAll(async () => {
  for (const app of opened) await app.close();
  await old.close();
  await Promise.all([before.close(), after.close()]);
});
beforeEach(async () => {
  await old.resetLimits();
  await old.deps.collections.providerIssuers.deleteMany({});
  await old.deps.collections.users.deleteMany({});
  await old.deps.collections.accounts.deleteMany({});
});

/** With other settings, on the same database. */
async function restarted(
  oidc: readonly ReturnType<typeof under>[],
  builtIn: readonly BuiltInProviderSettings[] = [],
): Promise<TestApp> {
  const app = await createTestApp({
    databaseName: old.db.databaseName,
    providers: () => Promise.resolve(oidc),
    settings: { builtInProviders: builtIn },
  });
  opened.push({ ...app, close: () => app.deps.mongo.close() });
  return app;
}

async function run(app: TestApp, ...args: string[]) {
  const { code, out, error } = await runInProcess(providerCommand, app.deps, args);
  return { code, out, error };
}

const stored = () => old.deps.collections.providerIssuers.findOne({ _id: 'acme' });

describe('the start', () => {
  it('stores an id’s issuer at the first start and accepts the same issuer later', async () => {
    await bindIssuers(old.deps);
    await bindIssuers(old.deps);
    const app = await restarted([under('acme', before)]);
    await bindIssuers(app.deps);
    expect(await old.deps.collections.providerIssuers.find().toArray()).toEqual([
      { _id: 'acme', issuer: before.issuer, acceptedIssuers: [], updatedAt: expect.any(Date) },
    ]);
  });

  it('refuses an id with another issuer and names the command', async () => {
    await bindIssuers(old.deps);
    const app = await restarted([under('acme', after)]);
    const refused = bindIssuers(app.deps);
    await expect(refused).rejects.toThrow(IssuerChangedError);
    await expect(refused).rejects.toThrow(`${before.issuer} and is ${after.issuer} now`);
    await expect(refused).rejects.toThrow('foyer-server provider accept-issuer acme');
    expect(await stored()).toMatchObject({ issuer: before.issuer });
  });

  it('refuses another issuer after the id was removed for a while, and one with a trailing slash', async () => {
    await bindIssuers(old.deps);
    await bindIssuers((await restarted([])).deps);
    const slashed = { ...under('acme', before), issuer: `${before.issuer}/` };
    await expect(bindIssuers((await restarted([slashed])).deps)).rejects.toThrow(IssuerChangedError);
  });

  it('names all ids with another issuer', async () => {
    await bindIssuers((await restarted([under('one', before), under('two', before)])).deps);
    const refused = bindIssuers((await restarted([under('one', after), under('two', after)])).deps);
    await expect(refused).rejects.toThrow(/accept-issuer one[^]*accept-issuer two/);
  });

  it('accepts one of two parallel first starts and refuses the other', async () => {
    const [one, two] = [await restarted([under('acme', before)]), await restarted([under('acme', after)])];
    const outcomes = await Promise.allSettled([one, two].map((app) => bindIssuers(app.deps)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await old.deps.collections.providerIssuers.countDocuments()).toBe(1);
  });

  const client = { clientId: 'client', clientSecret: 'secret' };
  const gitHub = (issuer: string | null) => ({ id: 'github', ...client, issuer });
  const entra = (issuer: string | null) => ({ id: 'microsoft-entra-id', ...client, issuer });

  it.each<[string, BuiltInProviderSettings, BuiltInProviderSettings]>([
    ['GitHub and an installation', gitHub(null), gitHub('https://github.example.test')],
    ['an installation and GitHub', gitHub('https://github.example.test'), gitHub(null)],
    ['two installations', gitHub('https://one.example.test'), gitHub('https://two.example.test')],
    [
      'a template for all tenants and one tenant',
      entra('https://login.microsoftonline.com/{tenantid}/v2.0'),
      entra('https://login.microsoftonline.com/11111111-1111-4111-8111-111111111111/v2.0'),
    ],
    ['the issuer that is built in and another', entra(null), entra('https://login.example.test/v2.0')],
  ])('tells %s apart, of built-in providers', async (_what, first, second) => {
    await bindIssuers((await restarted([], [first])).deps);
    await bindIssuers((await restarted([], [first])).deps);
    await expect(bindIssuers((await restarted([], [second])).deps)).rejects.toThrow(IssuerChangedError);
  });

  it('distinguishes a built-in provider from an OpenID provider with the same id', async () => {
    await bindIssuers((await restarted([], [gitHub(null)])).deps);
    await expect(bindIssuers((await restarted([under('github', after)])).deps)).rejects.toThrow(
      'was the one that is built in and is',
    );
  });
});

describe('foyer-server provider accept-issuer', () => {
  it('lets the server start again, and the same people sign in', async () => {
    await bindIssuers(old.deps);
    const { agent } = await startProviderVisits(old).signIn(before, ADA);
    const id = (await old.client(agent).session.get.query())?.user.id;
    const app = await restarted([under('acme', after)]);

    expect(await run(app, 'accept-issuer', 'acme')).toEqual({
      code: 0,
      out: `acme was ${before.issuer} and is bound to ${after.issuer} now. The server can be started.\n`,
      error: '',
    });
    await bindIssuers(app.deps);
    const again = await startProviderVisits(app).signIn(after, ADA);
    expect((await app.client(again.agent).session.get.query())?.user.id).toBe(id);
    await expect(bindIssuers(old.deps)).rejects.toThrow(IssuerChangedError);
    expect(await run(old, 'accept-issuer', 'acme')).toMatchObject({ code: 0 });
    await bindIssuers(old.deps);
  });

  it('changes nothing when no issuer has changed', async () => {
    await bindIssuers(old.deps);
    expect(await run(old, 'accept-issuer', 'acme', '--json')).toMatchObject({
      code: 0,
      out: `${JSON.stringify({ id: 'acme', before: before.issuer, issuer: before.issuer })}\n`,
    });
    expect(await stored()).toMatchObject({ acceptedIssuers: [] });
  });

  it('refuses a change between one tenant and all tenants, because the subjects differ', async () => {
    const acme = (tenant: string) => [{ ...under('acme', before), issuer: `${MICROSOFT}/${tenant}/v2.0` }];
    const one = await restarted(acme('11111111-1111-4111-8111-111111111111'));
    const all = await restarted(acme('common'));
    await bindIssuers(one.deps);
    await expect(bindIssuers(all.deps)).rejects.toThrow(/^(?![^]*accept-issuer)[^]*another id/);
    expect(await run(all, 'accept-issuer', 'acme')).toMatchObject({
      code: 1,
      error: expect.stringContaining('give it another id'),
    });
    await old.deps.collections.providerIssuers.deleteMany({});
    await bindIssuers(all.deps);
    expect(await run(one, 'accept-issuer', 'acme')).toMatchObject({ code: 1 });
    expect(await run(await restarted(acme('organizations')), 'accept-issuer', 'acme')).toMatchObject({
      code: 0,
    });
  });

  it('reports an id that is not in the settings', async () => {
    expect(await run(old, 'accept-issuer', 'nobody')).toMatchObject({
      code: 1,
      error: 'There is no provider nobody in the settings.\n',
    });
    expect(await run(old, 'accept-issuer')).toMatchObject({ code: 2 });
  });
});

/** A process, such as one of another version, runs with new settings that nobody has accepted. */
describe('an account of another issuer under the same id', () => {
  const held = () => old.deps.collections.users.findOne({ 'accounts.key': 'acme:ada' });

  it('is bound to its issuer when it is connected', async () => {
    await startProviderVisits(old).signIn(before, ADA);
    expect((await held())?.accounts).toMatchObject([{ key: 'acme:ada', issuer: before.issuer }]);
  });

  it('signs nobody in', async () => {
    await bindIssuers(old.deps);
    await startProviderVisits(old).signIn(before, ADA);
    const app = await restarted([under('acme', after)]);
    const { agent, location } = await startProviderVisits(app).signIn(after, ADA);
    expect(location.searchParams.get('error')).toBe('OAuthCallback');
    expect(await app.client(agent).session.get.query()).toBeNull();
    expect((await held())?.accounts).toMatchObject([{ issuer: before.issuer }]);
  });

  it('neither re-authenticates nor connects', async () => {
    await bindIssuers(old.deps);
    await startProviderVisits(old).signIn(before, ADA);
    const app = await restarted([under('acme', after)]);
    const agent = await app.signInByMail('ada@example.test');
    const { visitProvider } = startProviderVisits(app);
    const linked = await agent.request(await visitProvider(agent, after, { login: 'ada' }, true));
    expect(new URL(linked.location ?? '').searchParams.get('error')).toBe('OAuthCallback');
    await app.ageSignIn(agent, 60 * 60_000);
    const { session } = app.client(agent);
    const started = await session.reauthenticate.mutate({ method: 'provider', provider: 'acme' });
    if (started.status !== 'navigate') throw new Error('not sent to the provider');
    const back = await agent.request(await after.signIn(started.url, { login: 'ada' }));
    expect(new URL(back.location ?? '').searchParams.get('error')).toBe('OAuthCallback');
    expect((await held())?.accounts).toMatchObject([{ issuer: before.issuer }]);
  });

  it('is not connected when it waits', async () => {
    const agent = await old.signInByMail('owner@example.test');
    await startProviderVisits(old).signIn(before, { login: 'owner', email: 'owner@example.test' }, agent);
    expect(await old.client(agent).accounts.pendingLink.query()).not.toBeNull();
    const consent = await consentIn(old, agent);
    const app = await restarted([under('acme', after)]);
    const { accounts } = app.client(moved(agent, app));
    expect(await accounts.pendingLink.query()).toBeNull();
    expect(await appCodeOf(accounts.resumeLink.mutate(consent))).toBe('LINK_EXPIRED');
    expect(await old.deps.collections.users.countDocuments({ 'accounts.provider': 'acme' })).toBe(0);
  });
});
