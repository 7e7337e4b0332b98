// Here, because only this folder may import Auth.js. Its adapter writes what `foyer-server adopt` reads.
import { MongoDBAdapter } from '@auth/mongodb-adapter';
import { ObjectId, type Document } from 'mongodb';
import { afterAll, describe, expect, it as test } from 'vitest';
import { testWith } from '../../testing/app/fixture.ts';
import { startIdentityProvider } from '../../testing/providers/identity-provider.ts';
import { startProviderVisits } from '../../testing/providers/provider-visits.ts';
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { runInProcess } from '../../testing/run/server-program.ts';
import { uniqueEmail, uniqueName } from '../../testing/run/unique-name.ts';
import { createFaultInjector, type FaultMode } from '../../testing/faults/faults.ts';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { OUTBOX_LEFT_AFTER_MS } from '../domain/activity/security-events.ts';
import { readUser } from '../../testing/users/signed-in-users.ts';
import { checkDatabase } from '../database/check-database.ts';
import { countNotAdopted, reportNotAdopted } from '../database/not-adopted.ts';
import { runDueJobs } from '../domain/job-runner.ts';
import { sweepOrphanedRows } from '../domain/users/orphaned-rows.ts';
import { adoptUsers } from '../domain/administration/import/adopt-users.ts';
import { adoptCommand } from '../commands/adopt-command.ts';

const provider = await startIdentityProvider({ name: 'Old' });
afterAll(() => provider.close());
const providers = () => Promise.resolve([provider.settings]);
const it = testWith({ providers });

const run = (app: TestApp, ...args: string[]) => runInProcess(adoptCommand, app.deps, args);

const counted = (people: number, connections: number, refused = 0) =>
  `${people} people and ${connections} connections were adopted, and ${refused} rows were refused.\n`;

/** Writes with Auth.js's own adapter. */
function oldApplication({ deps, db }: TestApp) {
  const adapter = MongoDBAdapter(deps.mongo, { databaseName: db.databaseName });
  const signUp = async (person: { email?: string; emailVerified?: Date | null; name?: string } = {}) => {
    const email = person.email ?? uniqueEmail();
    const user = await adapter.createUser?.({
      id: '',
      emailVerified: null,
      image: 'https://pictures.example.test/ada.png',
      ...person,
      email,
    });
    return { email, id: user?.id ?? '' };
  };
  const link = async (userId: string, login = uniqueName()) => {
    await adapter.linkAccount?.({
      userId,
      type: 'oidc',
      provider: provider.settings.id,
      providerAccountId: login,
      access_token: 'theirs',
    });
    return login;
  };
  return { signUp, link };
}

const storedUser = (app: TestApp, email: string) => app.deps.collections.users.findOne({ email });
const storedRow = (app: TestApp, login: string) =>
  app.db.collection('accounts').findOne({ providerAccountId: login });

describe('foyer-server adopt', () => {
  it.beforeEach(async ({ app }) => {
    await Promise.all(['users', 'accounts'].map((name) => app.db.collection(name).deleteMany({})));
  });

  it('lets people of Auth.js sign in with their providers and by mail', async ({ app }) => {
    const old = oldApplication(app);
    const { email, id } = await old.signUp({ name: 'Ada  Lovelace', emailVerified: new Date(1000) });
    const login = await old.link(id);
    const { email: other } = await old.signUp();
    expect(await run(app)).toMatchObject({ code: 0, out: counted(2, 1), error: '' });
    expect(await storedUser(app, email)).not.toHaveProperty('image');

    const { agent } = await startProviderVisits(app).signIn(provider, { login, email });
    expect(await app.client(agent).session.get.query()).toMatchObject({
      user: { id, email, name: 'Ada Lovelace' },
    });
    expect(await app.client(agent).accounts.list.query()).toMatchObject([
      { provider: provider.settings.id, providerAccountId: login },
    ]);
    expect(await app.client(agent).profile.get.query()).toMatchObject({
      locale: 'en',
      createdAt: new ObjectId(id).getTimestamp().toISOString(),
    });
    const byMail = await app.signInByMail(other);
    expect(await app.client(byMail).session.get.query()).toMatchObject({
      user: { email: other, name: null },
    });
  });

  it('adopts what the old application writes later, and nothing twice', async ({ app }) => {
    const old = oldApplication(app);
    const { email, id } = await old.signUp();
    const first = await old.link(id);
    await run(app);
    const before = [await storedUser(app, email), await storedRow(app, first)];
    expect(await run(app)).toMatchObject({ code: 0, out: counted(0, 0), error: '' });
    expect([await storedUser(app, email), await storedRow(app, first)]).toEqual(before);

    const second = await old.link(id);
    await old.signUp();
    expect((await run(app)).out).toBe(counted(1, 1));
    expect((await storedUser(app, email))?.accounts.map((each) => each.providerAccountId)).toEqual([
      first,
      second,
    ]);
  });

  it('adopts a person who has signed in to Foyer before, and they stay signed in', async ({ app }) => {
    const { email, id } = await oldApplication(app).signUp({ name: 'Ada', emailVerified: new Date(1000) });
    const createdAt = new Date(500);
    await app.db.collection('users').updateOne({ email }, { $set: { createdAt } });
    const agent = await app.signInByMail(email);
    expect((await run(app)).out).toBe(counted(1, 0));
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { id, email, name: 'Ada' } });
    expect(await app.client(agent).profile.get.query()).toMatchObject({
      locale: 'en',
      createdAt: createdAt.toISOString(),
    });
  });

  it('tells a person who uses Foyer of a connection that is adopted later', async ({ app }) => {
    const old = oldApplication(app);
    const { email, id } = await old.signUp({ emailVerified: new Date(1000) });
    await run(app);
    const agent = await app.signInByMail(email);
    app.advance(OUTBOX_LEFT_AFTER_MS + 1000);
    app.mailbox.clear();
    const login = await old.link(id);
    expect((await run(app)).out).toBe(counted(0, 1));
    app.advance(2 * OUTBOX_LEFT_AFTER_MS);
    await runDueJobs(app.deps);
    expect(app.mailbox.last(email).text).toContain(login);
    const { events } = await app.client(agent).activity.list.query();
    expect(events[0]).toMatchObject({ kind: 'account-linked', label: login });
    expect((await storedUser(app, email))?.vouchedAt).toBeInstanceOf(Date);
  });

  it('refuses a connection for a person with a grave role', async ({ app }) => {
    const old = oldApplication(app);
    const { email, id } = await old.signUp();
    await run(app);
    await app.deps.collections.users.updateOne({ email }, { $set: { roles: [ADMINISTRATOR] } });
    await old.link(id);
    expect((await run(app)).out).toContain('its user has a grave role, and connects it in Foyer');
    expect((await storedUser(app, email))?.accounts).toEqual([]);
  });

  it('adopts each row once when two runs go on at once', async ({ app }) => {
    const old = oldApplication(app);
    const { email, id } = await old.signUp();
    await old.link(id);
    const runs = await Promise.all([run(app, '--json'), run(app, '--json')]);
    const done = runs.map(({ out }) => JSON.parse(out) as { people: number; connections: number });
    expect(done.reduce((sum, { people }) => sum + people, 0)).toBe(1);
    expect(done.reduce((sum, { connections }) => sum + connections, 0)).toBe(1);
    expect((await storedUser(app, email))?.accounts).toHaveLength(1);
  });

  it('leaves a connection of the old application in place until it is adopted', async ({ app }) => {
    const old = oldApplication(app);
    const { email, id } = await old.signUp({ emailVerified: new Date(1000) });
    await run(app);
    const login = await old.link(id);
    const agent = await app.signInByMail(email);
    expect(await app.client(agent).accounts.list.query()).toEqual([]);
    await sweepOrphanedRows(app.deps);
    expect(await storedRow(app, login)).not.toBeNull();
    await app.client(agent).data.deleteAccount.mutate({ confirm: 'delete my account' });
    expect(await storedRow(app, login)).toBeNull();
  });

  const anAddress = (email: unknown): Document => ({ email, emailVerified: null });
  it.for<[string, 'users' | 'accounts', Document, string]>([
    ['an email that is none', 'users', anAddress('ada'), 'its email is not an email address'],
    ['an email that is no text', 'users', anAddress(7), 'its email is not an email address'],
    [
      'a proof without a date',
      'users',
      { emailVerified: true },
      'its emailVerified is neither a date nor null',
    ],
    ['a name that is no text', 'users', { name: 7 }, 'its name is not a text'],
    ['an id that is no ObjectId', 'users', { _id: 'ada' }, 'its _id is not an ObjectId'],
    ['an image that is no text', 'users', { image: {} }, 'its image is not a text'],
    ['roles of its own', 'users', { roles: ['administrator'] }, 'it has a field roles, which'],
    ['a password of its own', 'users', { password: 'x' }, 'it has a field password, which'],
    ['a passkey', 'accounts', { type: 'webauthn' }, 'its type is webauthn'],
    ['an unknown provider', 'accounts', { provider: 'nobody' }, 'the provider nobody is not configured'],
    ['no subject', 'accounts', { providerAccountId: '' }, 'its provider or providerAccountId is not a text'],
    ['a user id that is a text', 'accounts', { userId: 'ada' }, 'its userId is not an ObjectId'],
    ['a user who is not there', 'accounts', {}, 'its user is not there, or was not adopted'],
  ])('refuses a row with %s, and adopts the others', async ([, name, row, reason], { app }) => {
    const account = { userId: new ObjectId(), type: 'oidc', provider: provider.settings.id };
    const rest = name === 'users' ? {} : { ...account, providerAccountId: uniqueName() };
    const { insertedId } = await app.db.collection(name).insertOne({ ...rest, ...row });
    const { email } = await oldApplication(app).signUp();
    const { code, out } = await run(app);
    expect(code).toBe(1);
    expect(out).toContain(`${name} ${String(insertedId)} is left as it is: ${reason}`);
    expect(out).toContain(counted(1, 0, 1));
    expect(await app.db.collection<Document>(name).findOne({ _id: insertedId })).toEqual({
      _id: insertedId,
      ...rest,
      ...row,
    });
    expect(await storedUser(app, email)).not.toBeNull();
  });

  it('refuses an address and a connection that somebody else has', async ({ app }) => {
    const old = oldApplication(app);
    const email = uniqueEmail();
    const { id } = await old.signUp({ email });
    await old.signUp({ email: email.toUpperCase() });
    const login = await old.link(id);
    const { id: elsewhere } = await old.signUp();
    expect(await run(app, '--json')).toMatchObject({
      code: 1,
      out: expect.stringContaining('another person has its email') as string,
    });
    const userId = new ObjectId(elsewhere);
    const change = { $set: { userId }, $unset: { refreshingUntil: '' } };
    await app.db.collection('accounts').updateOne({ providerAccountId: login }, change);
    expect((await run(app)).out).toContain('another person has this connection');
    expect((await readUser(app, { userId })).accounts).toEqual([]);
  });

  it('is counted before by the check of the database and by the start', async ({ app }) => {
    const old = oldApplication(app);
    const { id } = await old.signUp();
    await old.link(id);
    const note = 'Not adopted from Auth.js: 1 people and 1 connections. Run foyer-server adopt.';
    expect((await checkDatabase(app.deps.collections)).notes).toEqual([note]);
    await reportNotAdopted(app.deps);
    const line = { msg: 'people or connections of Auth.js are not adopted', people: 1, connections: 1 };
    expect(app.logLines.at(-1)).toMatchObject(line);
    await run(app);
    expect((await checkDatabase(app.deps.collections)).notes).toEqual([]);
    const lines = app.logLines.length;
    await reportNotAdopted(app.deps);
    expect(app.logLines).toHaveLength(lines);
  });

  it('is not run with words that it does not know', async ({ app }) => {
    expect(await run(app, '--everything')).toMatchObject({ code: 2, out: '' });
  });
});

test.for<[FaultMode, number]>([
  ['killed', 0],
  ['reply-lost', 1],
  ['given-up', 1],
])('a second run finishes an adoption after each command that was %s', async ([mode, first]) => {
  const faults = createFaultInjector();
  await using app = await createTestApp({ faults, providers });
  const old = oldApplication(app);
  let positions = 0;
  for (let n = first; ; n++) {
    const { email, id } = await old.signUp();
    const login = await old.link(id);
    faults.arm(mode, n);
    await adoptUsers(app.deps).catch(() => null);
    const { struck, carryOut } = faults.disarm();
    await carryOut();
    expect(await adoptUsers(app.deps)).toMatchObject({ refused: [] });
    expect(await countNotAdopted(app.deps.collections)).toEqual({ people: 0, connections: 0 });
    expect((await storedUser(app, email))?.accounts.map((each) => each.providerAccountId)).toEqual([login]);
    expect(await storedRow(app, login)).toMatchObject({ tokens: null, access_token: 'theirs' });
    if (!struck) break;
    positions += 1;
  }
  // The user, their list and the row.
  expect(positions).toBeGreaterThanOrEqual(3);
});
