import { afterAll, describe, expect } from 'vitest';
import { startIdentityProvider } from '../../testing/providers/identity-provider.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { runInProcess } from '../../testing/run/server-program.ts';
import { providerIdOf } from '../domain/providers/provider-registrations.ts';
import { helpOf } from './command-frame.ts';
import { providerCommand } from './provider-command.ts';

const provider = await startIdentityProvider({ name: 'Registering' });
afterAll(() => provider.close());
let unreachable = false;
let registration: (() => Response) | null = null;

const INITIAL_TOKEN = 'a-token-that-registers';

const it = testWith({
  fetch: (input, init) => {
    if (unreachable) return Promise.reject(new TypeError('connection refused'));
    return registration && init?.method === 'POST' ? Promise.resolve(registration()) : fetch(input, init);
  },
});
it.afterEach(async ({ app }) => {
  unreachable = false;
  registration = null;
  await app.deps.collections.identityProviders.deleteMany({});
  await app.deps.identityProviders.refresh();
  await app.deps.collections.users.deleteMany({});
});

const run = (app: TestApp, ...args: string[]) =>
  runInProcess(providerCommand, app.deps, args, `${INITIAL_TOKEN}\n`);

const runJson = async (app: TestApp, ...args: string[]) => {
  const { code, out, error } = await run(app, ...args, '--json');
  return { code, error, data: JSON.parse(out) as never };
};
const idOf = () => providerIdOf(provider.issuer);
/** The provider under the id that its registration has. */
const registered = () => ({ ...provider, settings: { ...provider.settings, id: idOf() } });

describe('foyer-server provider', () => {
  it('adds a provider that users can sign in with at once', async ({ app }) => {
    const options = ['--name', 'Registering', '--domains', 'registering.test'];
    expect(await run(app, 'add', provider.issuer, ...options)).toMatchObject({
      code: 0,
      error: '',
      out: expect.stringContaining(`/auth/callback/${idOf()}`),
    });

    const agent = app.agent();
    const listed = await app.client(agent).providers.list.query();
    expect(listed.map(({ id, name }) => [id, name])).toEqual([
      [idOf(), 'Registering'],
      ['email', 'Email'],
    ]);
    expect(await app.client(agent).providers.discover.query({ email: 'a@registering.test' })).toMatchObject({
      id: idOf(),
      name: 'Registering',
    });
    const { location } = await startProviderVisits(app).arrive(registered(), { login: 'ada' });
    expect(location.pathname).toBe('/confirm-address');
  });

  it.for(['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'])(
    'registers for %s, and a sign-in with that method succeeds',
    async (method, { app }) => {
      expect(await run(app, 'add', provider.issuer, '--auth-method', method)).toMatchObject({ code: 0 });
      const { data } = await runJson(app, 'list');
      expect(data).toMatchObject([
        { id: idOf(), authentication: method, source: 'operator', people: expect.any(Number) },
      ]);
      const { arrive } = startProviderVisits(app);
      const { location } = await arrive(registered(), { login: `by-${method}` });
      expect(location.searchParams.get('error')).toBeNull();
    },
  );

  it('prints a provider’s error as one line of plain text', async ({ app }) => {
    const hostile = 'no\r\n\u001b[2Jadded\0 \u202Eecila\u2028';
    registration = () => Response.json({ error: hostile, error_description: hostile }, { status: 400 });
    const { code, error } = await run(app, 'add', provider.issuer);
    expect([code, error]).toEqual([
      1,
      `${provider.issuer} refused the registration (400: no [2Jadded ecila , no [2Jadded ecila )\n`,
    ]);
  });

  it.for(['', 'a\r\nb', 'a\0', '\u202Ea', 'ä'])(
    'refuses a registration answer with the client id %j',
    async (id, { app }) => {
      registration = () => Response.json({ client_id: id, client_secret: 's' }, { status: 201 });
      expect(await run(app, 'add', provider.issuer)).toMatchObject({ code: 1 });
      expect(await app.deps.collections.identityProviders.countDocuments()).toBe(0);
    },
  );

  it('stores the client encrypted', async ({ app }) => {
    await run(app, 'add', provider.issuer);
    const row = await app.deps.collections.identityProviders.findOne({ _id: idOf() });
    expect(row?.secrets).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toMatch(/registration_access_token|client_secret"|"secret"/);
  });

  it('does not add an issuer twice', async ({ app }) => {
    await run(app, 'add', provider.issuer);
    expect(await run(app, 'add', provider.issuer)).toMatchObject({
      code: 1,
      out: '',
      error: `${provider.issuer} is offered already, as ${idOf()}.\n`,
    });
  });

  it('tests discovery, keys and registration, and names the check that fails', async ({ app }) => {
    await run(app, 'add', provider.issuer);
    const data = ['discovery', 'keys', 'registration'].map((what) => ({ what, ok: true }));
    expect(await runJson(app, 'test', idOf())).toMatchObject({ code: 0, data });
    const listed = await app.deps.identityProviders.find(idOf());
    // The provider has deleted the registration; the row stays here.
    const row = await app.deps.collections.identityProviders.findOne({ _id: idOf() });
    await run(app, 'remove', idOf());
    if (row) await app.deps.collections.identityProviders.insertOne(row);
    expect(listed?.clientId).toBe(row?.clientId);
    const forgotten = await run(app, 'test', idOf());
    expect(forgotten).toMatchObject({ code: 1, out: expect.stringMatching(/^BAD +registration: /m) });
  });

  it('removes the registration at the provider and the row here', async ({ app }) => {
    await run(app, 'add', provider.issuer);
    expect(await run(app, 'remove', idOf())).toMatchObject({
      code: 0,
      out: `${idOf()} is removed. Its registration was ended at the provider.\n`,
    });
    expect((await app.client(app.agent()).providers.list.query()).map(({ id }) => id)).toEqual(['email']);
    expect(await run(app, 'remove', idOf())).toMatchObject({ code: 1 });
  });

  it('refuses to remove the only sign-in method of users, names them, and removes it with --force', async ({
    app,
  }) => {
    await run(app, 'add', provider.issuer);
    await startProviderVisits(app).signIn(registered(), { login: 'lonely', name: 'Lonely Person' });
    // A name from before control characters were removed on writing.
    await app.db.collection('users').updateMany({}, { $set: { name: 'Lonely\r\n\u001b[2J Person' } });
    const refused = await run(app, 'remove', idOf());
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('of Lonely [2J Person.') });
    expect(await app.deps.collections.identityProviders.countDocuments()).toBe(1);
    expect(await runJson(app, 'remove', idOf(), '--force')).toMatchObject({
      code: 0,
      data: { status: 'removed', atProvider: 'ended' },
    });
  });

  it('keeps the row of a provider that cannot be reached, and removes it with --force', async ({ app }) => {
    await run(app, 'add', provider.issuer);
    unreachable = true;
    expect(await run(app, 'remove', idOf())).toMatchObject({
      code: 1,
      error: expect.stringContaining('could not be reached'),
    });
    expect(await app.deps.collections.identityProviders.countDocuments()).toBe(1);
    expect(await runJson(app, 'remove', idOf(), '--force')).toMatchObject({
      data: { atProvider: 'out-of-reach' },
    });
  });

  it('restores the accounts of users when the same issuer is added again', async ({ app }) => {
    const signIn = async () => {
      const { agent } = await startProviderVisits(app).signIn(registered(), { login: 'returning' });
      return (await app.client(agent).session.get.query())?.user.id;
    };
    await run(app, 'add', provider.issuer);
    const before = await signIn();
    await run(app, 'remove', idOf(), '--force');
    await run(app, 'add', provider.issuer);
    expect(before).toBeDefined();
    expect(await signIn()).toBe(before);
  });

  it('sends an initial access token from standard input, and prints the provider’s refusal without one', async ({
    app,
  }) => {
    await using closed = await startIdentityProvider({ name: 'Closed', initialAccessToken: INITIAL_TOKEN });
    expect(await run(app, 'add', closed.issuer)).toMatchObject({
      code: 1,
      error: expect.stringContaining('refused the registration'),
    });
    expect(await run(app, 'add', closed.issuer, '--initial-token-stdin')).toMatchObject({ code: 0 });
  });

  it.for([
    [],
    ['nonsense'],
    ['add'],
    ['add', 'not-an-issuer'],
    ['add', 'https://a.test', 'https://b.test'],
    ['list', 'something'],
    ['add', 'https://a.test', '--domains', 'a,b'],
    ['add', 'https://a.test', '--auth-method', 'tls_client_auth'],
    ['remove', 'a', '--unknown'],
  ])('with %j prints the usage and opens no database', async (args, { app }) => {
    const { code, error, opened } = await run(app, ...args);
    expect([code, opened]).toEqual([2, 0]);
    expect(error).toContain(helpOf(providerCommand));
  });
});
