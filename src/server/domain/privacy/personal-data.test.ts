import { beforeAll, describe, expect } from 'vitest';
import { TOMBSTONE_MIN_AGE_MS } from './account-deletion.ts';
import { deletionWords as germanWords } from '../../../locales/de/deletion-words.ts';
import { deletionWords } from '../../../locales/en/deletion-words.ts';
import { dataExport, type DataExport } from '../../../shared/schemas/data.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/providers/identity-provider.ts';
import { createIssuedSecrets } from '../../../testing/run/issued-secrets.ts';
import { PASSWORD } from '../../../testing/sign-in/passwords.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { storeEndpoint } from '../../../testing/webhooks/endpoints.ts';
import { documentsNaming } from '../../../testing/database/documents-naming.ts';
import { saveState } from '../../../testing/faults/saved-state.ts';
import { makeWholeUser, type WholeUser } from '../../../testing/faults/whole-user.ts';
import type { Collections } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { makeUnseenEvent } from '../activity/security-events.ts';
import { eventsInOutbox } from '../events/event-log.ts';
import { handOverEvents } from '../webhooks/hand-over.ts';
import { openTokens } from '../providers/provider-tokens.ts';
import { runDueJobs } from '../job-runner.ts';
import { PERSONAL_DATA } from './personal-data.ts';

let trusted: IdentityProvider;
let other: IdentityProvider;
let person: WholeUser;
let restore: (() => Promise<void>) | null = null;

beforeAll(async () => {
  trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  other = await startIdentityProvider({ name: 'Other' });
  return () => Promise.all([trusted.close(), other.close()]);
});
const it = testWith({ providers: () => Promise.resolve([trusted.settings, other.settings]) });
it.beforeEach(async ({ app }) => {
  if (restore) return restore();
  const firstAgent = app.agents.length;
  person = await makeWholeUser(app, { trusted, other });
  restore = await saveState(app, app.agents.slice(firstAgent));
});

async function handOverAll({ deps }: TestApp): Promise<void> {
  await storeEndpoint(deps, { url: 'https://app.example.test/hooks' });
  await handOverEvents(deps, await deps.collections.events.find({ subject: person.userId }).toArray());
}

function keyOf(app: TestApp, name: string): keyof Collections | undefined {
  const keys = Object.keys(app.deps.collections) as (keyof Collections)[];
  return keys.find((key) => app.deps.collections[key].collectionName === name);
}

/** The part of the export for each field of a user. A new field does not compile without one. */
const FIELDS: Readonly<Record<keyof UserDocument, keyof DataExport | null>> = {
  _id: 'profile',
  name: 'profile',
  nameKey: 'profile',
  namePrefixes: 'profile',
  emailPrefixes: 'email',
  externalId: 'profile',
  roles: 'profile',
  administratorCounted: null,
  eventSequence: null,
  data: 'profile',
  suspension: 'profile',
  lastSignInAt: 'profile',
  lastActiveAt: 'profile',
  email: 'email',
  emailVerified: 'email',
  vouchedAt: 'profile',
  pendingEmail: 'email',
  emailUndos: 'email',
  image: 'pictures',
  locale: 'profile',
  accounts: 'connectedAccounts',
  password: 'password',
  phone: 'phone',
  securityReview: 'securityReview',
  passkeys: 'passkeys',
  passkeyHandle: 'passkeyHandle',
  totp: 'authenticatorApps',
  recoveryCodes: 'recoveryCodes',
  trustedBrowsers: 'trustedBrowsers',
  secondFactorRemoval: 'secondFactorRemoval',
  // Only limits how often a mail is sent.
  firstFactorReportedAt: null,
  sessions: 'sessions',
  usedClients: 'usedApps',
  sessionsValidFrom: null,
  otherSessionsEnded: null,
  accessTokens: 'accessTokens',
  outbox: 'activity',
  deletedAt: null,
  deletion: null,
  createdAt: 'profile',
  updatedAt: 'profile',
};

/** The stored texts whose field says that they are a secret, a hash or encrypted. */
function secretsIn(value: unknown, field = ''): string[] {
  if (typeof value === 'string') return /hash|secret|token|payload|publicKey/i.test(field) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => secretsIn(each, field));
  const isPlain = value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.entries(value as object).flatMap(([name, each]) => secretsIn(each, name)) : [];
}

const isEmpty = (part: DataExport[keyof DataExport]) =>
  part === null || (Array.isArray(part) && part.length === 0);

describe('the export', () => {
  it('contains every collection with data of the person', async ({ app }) => {
    await handOverAll(app);
    const traces = await documentsNaming(app.db, person.traits);
    const exported = await app.client(person.agent).data.export.mutate();
    const unknown = Object.keys(traces).filter((name) => keyOf(app, name) === undefined);
    expect(unknown, 'collections that hold something of people and are not in `Collections`').toEqual([]);
    // Each collection must contain data of the test user, or this test would pass without checking it.
    const held = new Set(Object.keys(traces).map((name) => keyOf(app, name)));
    for (const [key, { exportedAs }] of Object.entries(PERSONAL_DATA)) {
      expect([key, held.has(key as keyof Collections)]).toEqual([key, exportedAs.length > 0]);
      for (const part of exportedAs) expect([key, part, isEmpty(exported[part])]).toEqual([key, part, false]);
    }
  });

  it('contains every field of the user', async ({ app }) => {
    const user = await app.deps.collections.users.findOne({ _id: person.userId });
    const exported = await app.client(person.agent).data.export.mutate();
    expect(user).not.toBeNull();
    for (const field of Object.keys(user ?? {}) as (keyof UserDocument)[]) {
      const part = FIELDS[field];
      if (part !== null) expect([field, part, isEmpty(exported[part])]).toEqual([field, part, false]);
    }
  });

  it('contains an event that is not in the activity yet', async ({ app }) => {
    const { users, activity } = app.deps.collections;
    const [row] = await activity.find({ userId: person.userId, kind: 'password-set' }).toArray();
    if (!row) throw new Error('no password was set');
    const { userId: _userId, ...told } = row;
    const securityEvent = { ...told, mailTo: [], events: [] };
    await users.updateOne({ _id: person.userId }, { $push: { outbox: securityEvent } });
    const sets = async () =>
      (await app.client(person.agent).data.export.mutate()).activity.filter(({ kind }) => kind === row.kind);
    expect(await sets()).toHaveLength(1);
    await activity.deleteOne({ _id: row._id });
    expect(await sets()).toHaveLength(1);
  });

  it('contains the events for applications, also those that are still in the outbox', async ({ app }) => {
    const { events, users } = app.deps.collections;
    const written = makeUnseenEvent(app.deps, [{ type: 'user.resumed', data: {} }]);
    const waiting = makeUnseenEvent(app.deps, [{ type: 'user.deleted', data: {} }]);
    const before = await users.findOne({ _id: person.userId });
    const eventSequence = before?.eventSequence ?? 0;
    // A crash came between the row of the first event and the removal of the first change from the user.
    await events.insertMany(eventsInOutbox({ _id: person.userId, eventSequence }, [written]));
    await users.updateOne({ _id: person.userId }, { $push: { outbox: { $each: [written, waiting] } } });
    const { events: exported } = await app.client(person.agent).data.export.mutate();
    expect(exported.slice(-2)).toMatchObject([
      { type: 'user.resumed', sequence: eventSequence + 1, id: written.events?.[0]?._id.toHexString() },
      { type: 'user.deleted', sequence: eventSequence + 2, id: waiting.events?.[0]?._id.toHexString() },
    ]);
    expect(new Set(exported.map(({ id }) => id)).size).toBe(exported.length);
    await events.deleteMany({ subject: person.userId });
  });

  it('contains all data of the person and none of another', async ({ app }) => {
    const another = await makeWholeUser(app, { trusted, other });
    const exported = await app.client(person.agent).data.export.mutate();
    expect(dataExport.parse(exported)).toEqual(exported);
    const text = JSON.stringify(exported);
    for (const trait of person.traits) expect(text).toContain(trait);
    for (const trait of another.traits) expect(text).not.toContain(trait);
    expect(exported).toMatchObject({
      profile: { id: person.userId.toHexString(), language: 'en' },
      pictures: [{ source: 'upload', shown: true }],
      email: {
        address: person.email,
        wanted: { address: `wanted-${person.email}`, wrongTries: 1 },
        former: [{ address: `former-${person.email}` }],
      },
      phone: { e164: person.number },
      connectedAccounts: [
        { provider: 'trusted', holdsTokens: true },
        { provider: 'other', holdsTokens: true },
      ],
      waitingConnections: [{ provider: 'trusted', email: person.email }],
      accessTokens: [{ scopes: ['profile:read'], living: true, proofs: [{ method: 'passkey' }] }],
      approvedPrograms: [{ proofs: [{ method: 'passkey' }] }],
      passkeys: [{ host: 'localhost', synced: true, lastUsedAt: null }],
      authenticatorApps: [{ clockDriftSeconds: 30 }],
      recoveryCodes: { left: 2 },
      trustedBrowsers: [{ userAgent: expect.any(String) }],
      secondFactorRemoval: { reason: expect.any(String) },
      pendingSignIns: [
        { purpose: 'sign-in', sessionId: null, proofs: [{ method: 'password', factor: 'knowledge' }] },
      ],
      passkeyChallenges: [{ purpose: 'verify', host: 'localhost' }],
    });
    expect(exported.sessions.filter(({ current }) => current)).toHaveLength(1);
    const grant = { clientId: 'shop', scopes: ['openid'], resources: [] };
    expect(exported.sessions).toHaveLength(3);
    expect(exported.sessions).toContainEqual(expect.objectContaining({ app: grant }));
    expect(exported).toMatchObject({ authorizedClients: [grant], usedApps: ['shop'] });
    const kinds = exported.openRequests.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['phone', 'reauthenticate', 'reset-password', 'sign-in']);
    expect(exported.activity[0]).toMatchObject({ kind: 'data-exported' });
    expect(exported.activity.map(({ kind }) => kind)).toContain('sign-in-failed');
    expect(exported.waitingJobs.map(({ to }) => to)).toContain(person.email);
    expect(exported.counters.map(({ counter }) => counter)).toEqual(
      expect.arrayContaining([
        'data-export-user-hour',
        'password-account-quarter',
        'mail-recipient-quarter',
        'text-user-quarter',
      ]),
    );
  });

  it('contains no secret, no hash and nothing encrypted', async ({ app }) => {
    const secrets = createIssuedSecrets();
    for (const browser of [person.agent, person.elsewhere]) {
      for (const value of browser.cookies.values()) secrets.addCookie(value);
    }
    for (const { text } of [...app.mailbox.messages, ...app.phonebox.messages]) secrets.addMessage(text);
    secrets.addAnswer(person.accessToken);
    const text = JSON.stringify(await app.client(person.agent).data.export.mutate());
    expect(() => secrets.expectNoneIn([{ cookie: [...person.agent.cookies.values()] }])).toThrow(
      'issued secrets',
    );
    secrets.expectNoneIn([JSON.parse(text)]);

    const documents = (await app.db.collections()).map((each) => each.find().toArray());
    const stored = [PASSWORD, ...secretsIn(await Promise.all(documents))];
    const { accounts, ceremonies } = app.deps.collections;
    for (const { _id } of await ceremonies.find().toArray()) stored.push(_id);
    for (const row of await accounts.find().toArray()) {
      const tokens = openTokens(app.deps, row, row.tokens);
      stored.push(tokens?.accessToken ?? '', tokens?.refreshToken ?? '');
    }
    const sought = stored.filter((secret) => secret !== '');
    expect(sought.length).toBeGreaterThan(28);
    expect(sought.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe('the deletion', () => {
  it('leaves no data of the person in any collection after the tombstone is removed', async ({ app }) => {
    await app.client(person.agent).data.deleteAccount.mutate({ confirm: deletionWords });
    const names = Object.keys(await documentsNaming(app.db, person.traits)).toSorted();
    expect(names).toEqual(['events', 'jobs', 'rate_limits', 'users']);
    const tombstone = await app.db.collection('users').findOne({ _id: person.userId });
    const traits = person.traits.filter((trait) => trait !== person.userId.toHexString());
    expect(traits.filter((trait) => JSON.stringify(tombstone).includes(trait))).toEqual([]);

    app.advance(TOMBSTONE_MIN_AGE_MS);
    await runDueJobs(app.deps);
    const {
      rate_limits: counters = [],
      events: _ids,
      ...left
    } = await documentsNaming(app.db, person.traits);
    expect(left).toEqual({});
    // Events stay. They name no address and no number.
    expect(await documentsNaming(app.db, [person.email, person.number])).not.toHaveProperty('events');
    // The counts of messages to the address and numbers stay. No counter with the user's id stays.
    expect(new Set(counters.map(({ key }) => String(key).split(':')[0]))).toEqual(
      new Set([
        'mail-recipient-quarter',
        'mail-recipient-day',
        'text-to-new-number-recipient-quarter',
        'text-to-new-number-recipient-day',
      ]),
    );
  });

  it('empties what endpoints answered to deliveries about the person', async ({ app }) => {
    const { deliveries } = app.deps.collections;
    await handOverAll(app);
    const attempt = {
      at: app.deps.now(),
      trigger: 'schedule',
      durationMs: 1,
      status: 500,
      error: null,
      requestHeaders: {},
      responseBody: `no customer ${person.email}`,
      responseHeaders: { 'x-customer': person.email },
    } as const;
    const attempts = [attempt];
    const { modifiedCount } = await deliveries.updateMany({ subject: person.userId }, { $set: { attempts } });
    expect(modifiedCount).toBeGreaterThan(0);
    expect(await documentsNaming(app.db, [person.email])).toHaveProperty('deliveries');
    await app.client(person.agent).data.deleteAccount.mutate({ confirm: deletionWords });
    expect(await documentsNaming(app.db, [person.email])).not.toHaveProperty('deliveries');
    await deliveries.deleteMany({ subject: person.userId });
    await app.deps.collections.webhookEndpoints.deleteMany({});
  });

  it('frees the ids of passkeys for another user at once', async ({ app }) => {
    const { users } = app.deps.collections;
    const another = await makeWholeUser(app, { trusted, other });
    const user = await users.findOne({ _id: person.userId });
    const $set = { passkeys: user?.passkeys ?? [] };
    await expect(users.updateOne({ _id: another.userId }, { $set })).rejects.toThrow('passkeys_id_unique');
    await app.client(person.agent).data.deleteAccount.mutate({ confirm: deletionWords });
    expect((await users.updateOne({ _id: another.userId }, { $set })).modifiedCount).toBe(1);
  });

  it('also removes rows that parallel requests write after the tombstone', async ({ app }) => {
    const { sessions, activity, accessTokens, accounts, pendingSignIns, ceremonies } = app.deps.collections;
    const written = [sessions, activity, accessTokens, accounts, pendingSignIns, ceremonies].map(
      ({ collectionName }) => app.db.collection(collectionName),
    );
    const rows = await Promise.all(written.map((each) => each.findOne({ userId: person.userId })));
    await app.client(person.agent).data.deleteAccount.mutate({ confirm: germanWords });
    for (const [index, collection] of written.entries()) {
      const row = rows[index];
      if (!row) throw new Error(`the person has nothing in ${collection.collectionName}`);
      await collection.insertOne(row);
    }
    expect(await app.client(person.agent).session.get.query()).toBeNull();
    app.advance(TOMBSTONE_MIN_AGE_MS);
    await runDueJobs(app.deps);
    const { rate_limits: _counters, events: _ids, ...left } = await documentsNaming(app.db, person.traits);
    expect(left).toEqual({});
  });
});
