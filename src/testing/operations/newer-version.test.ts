import { ObjectId, type Document } from 'mongodb';
import { afterAll, beforeAll, expect } from 'vitest';
import { DAY_MS, SESSION_RENEW_AFTER_MS } from '../../shared/limits.ts';
import { numberEvents } from '../../server/domain/events/event-numbering.ts';
import { enqueueJob } from '../../server/domain/jobs/jobs.ts';
import { runDueJobs } from '../../server/domain/job-runner.ts';
import { hashToken } from '../../server/crypto/secrets.ts';
import { callAsScript } from '../users/access-tokens.ts';
import { makeAdministrator, makeServiceKey } from '../users/administrators.ts';
import { testWith } from '../app/fixture.ts';
import { startIdentityProvider, type IdentityProvider } from '../providers/identity-provider.ts';
import type { TestApp } from '../app/test-app.ts';
import { uniqueEmail } from '../run/unique-name.ts';
import { makeWholeUser } from '../faults/whole-user.ts';

// The present version beside a newer one: it reads what the newer one writes, and leaves it as it is.

let trusted: IdentityProvider;
let other: IdentityProvider;
beforeAll(async () => {
  trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  other = await startIdentityProvider({ name: 'Other' });
});
afterAll(async () => {
  await Promise.all([trusted.close(), other.close()]);
});
const it = testWith({ providers: () => Promise.resolve([trusted.settings, other.settings]) });

const MARK = 'ofNext';

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !('_bsontype' in value) && !(value instanceof Date);
}

/** The document with a field of the newer version, also in each document inside it. */
function marked(document: Document): Document {
  const content = Object.entries(document).map(([name, value]: [string, unknown]) => {
    if (Array.isArray(value))
      return [name, value.map((each: unknown) => (isDocument(each) ? marked(each) : each))];
    return [name, isDocument(value) ? marked(value) : value];
  });
  return { ...(Object.fromEntries(content) as Document), [MARK]: 'kept' };
}

/** The places that lost the field of the newer version. */
function unmarkedIn(document: Document, place: string): string[] {
  const inside = Object.entries(document).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value])
      .filter(isDocument)
      .flatMap((each) => unmarkedIn(each, `${place}.${name}`)),
  );
  return [...(document[MARK] === 'kept' ? [] : [place]), ...inside];
}

async function allDocuments({ db }: TestApp): Promise<Map<string, Document>> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const found = await Promise.all(
    collections.map(async ({ name }) =>
      (await db.collection(name).find().toArray()).map((row) => [`${name} ${String(row._id)}`, row] as const),
    ),
  );
  return new Map(found.flat());
}

it('answers with fields that a newer version has added to every document, and keeps them', async ({
  app,
}) => {
  const { agent, elsewhere, accessToken, userId, email } = await makeWholeUser(app, { trusted, other });
  for (const { name } of await app.db.listCollections({}, { nameOnly: true }).toArray()) {
    const rows = await app.db.collection(name).find().toArray();
    const writes = rows.map((row) => ({
      replaceOne: { filter: { _id: row._id }, replacement: marked(row) },
    }));
    if (writes.length > 0) await app.db.collection(name).bulkWrite(writes);
  }
  const before = await allDocuments(app);

  const client = app.client(agent);
  expect((await client.session.get.query())?.user.id).toBe(userId.toHexString());
  expect((await client.session.list.query()).length).toBeGreaterThan(1);
  expect((await client.activity.list.query()).events.length).toBeGreaterThan(5);
  expect((await client.data.export.mutate()).email?.address).toBe(email);
  expect((await client.accessTokens.list.query()).length).toBe(1);
  expect((await client.accounts.list.query()).length).toBe(2);
  await client.profile.update.mutate({ name: 'Another name' });
  await client.accessTokens.create.mutate({
    name: 'another',
    scopes: ['profile:read'],
    expires: new Date(app.deps.now().getTime() + DAY_MS).toISOString(),
  });
  expect((await callAsScript(app, `Bearer ${accessToken}`, 'profile.get')).status).toBe(200);
  app.advance(SESSION_RENEW_AFTER_MS);
  expect((await app.client(elsewhere).session.get.query())?.user.id).toBe(userId.toHexString());
  await app.client(elsewhere).session.signOut.mutate();
  app.resetClock();
  await runDueJobs(app.deps);
  await numberEvents(app.deps, 'the test');

  const after = [...(await allDocuments(app))].filter(([place]) => before.has(place));
  expect(after.filter(([, document]) => document[MARK] !== 'kept')).toEqual([]);
  const user: Document = (await app.db.collection('users').findOne({ _id: userId })) ?? {};
  // The new access token, its security event and its notice have no mark.
  const { accessTokens: _, outbox: __, ...rest } = user;
  expect(unmarkedIn(rest, 'user')).toEqual([]);
  const session = await app.db
    .collection('sessions')
    .findOne({ sessionToken: hashToken(agent.cookies.get('foyer.session') ?? '') });
  expect(unmarkedIn(session ?? {}, 'session')).toEqual([]);
});

it('runs the jobs that it knows, and leaves the others to the newer version', async ({ app }) => {
  const { jobs } = app.deps.collections;
  const mail = { to: uniqueEmail(), subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  const _id = new ObjectId();
  await enqueueJob(app.deps, { kind: 'mail', mail }, _id, null, new Date(1));
  await app.db.collection('jobs').updateOne({ _id }, { $set: { kind: 'of-next' } });
  await enqueueJob(app.deps, { kind: 'mail', mail });
  await runDueJobs(app.deps);
  expect(await jobs.find().toArray()).toMatchObject([{ _id, attempts: 0, runAt: new Date(1) }]);
  expect(app.mailbox.last(mail.to).subject).toBe('Hello');
});

it('answers a session whose proof is of a newer kind, which raises no level', async ({ app }) => {
  const email = uniqueEmail();
  const agent = await app.signInByMail(email);
  const sessionToken = hashToken(agent.cookies.get('foyer.session') ?? '');
  const proofs = ['possession', 'of-next'].map((factor) => ({ method: 'of-next', factor, at: new Date() }));
  await app.db.collection('sessions').updateOne({ sessionToken }, { $set: { proofs } });
  await app.db.collection('users').updateMany({}, { $set: { locale: 'of-next' } });
  const session = await app.client(agent).session.get.query();
  expect([session?.aal, session?.proofs.map(({ factor }) => factor)]).toEqual([1, ['possession']]);
  expect(await app.client(agent).profile.get.query()).toMatchObject({ locale: 'en' });
  await app.client(agent).password.set.mutate({ password: 'umbrella under the piano' });
  await runDueJobs(app.deps);
  // Its mails are in English, as there are no words in the language of the newer version.
  expect(app.mailbox.last(email).subject).toMatch(/^A password was set at /);
});

it('lists what it has words for', async ({ app }) => {
  const { client, userId } = await makeAdministrator(app);
  const { webhookEndpoints, audit, activity, serviceKeys } = app.deps.collections;
  const { endpoint } = await client.webhooks.create.mutate({
    url: 'https://hooks.example.test/',
    types: ['user.created'],
  });
  await makeServiceKey(app, ['events:read']);
  const rowOf = async (collection: typeof audit | typeof activity) => {
    const row = await collection.findOne();
    return { ...row, _id: new ObjectId(), userId, kind: 'of-next', action: 'of-next' };
  };
  await app.db.collection('audit').insertOne(await rowOf(audit));
  await app.db.collection('activity').insertOne(await rowOf(activity));
  await app.db
    .collection(serviceKeys.collectionName)
    .updateMany({}, { $push: { scopes: 'of-next' as never } });
  await app.db
    .collection(webhookEndpoints.collectionName)
    .updateMany({}, { $push: { types: 'of-next' as never } });
  expect((await client.audit.list.query()).entries.map(({ action }) => action)).toContain('webhook-created');
  expect((await client.activity.list.query()).events.length).toBeGreaterThan(0);
  expect(await client.serviceKeys.list.query()).toMatchObject([{ scopes: ['events:read'] }]);
  expect(await client.webhooks.list.query()).toMatchObject([{ id: endpoint.id, types: ['user.created'] }]);
});

it('tells events without the fields of a newer version, and skips no event of a newer type', async ({
  app,
}) => {
  const { events } = app.deps.collections;
  const { authorization } = await makeServiceKey(app, ['events:read']);
  await app.signInByMail(uniqueEmail());
  await numberEvents(app.deps, 'the test');
  const follow = (input = {}) =>
    callAsScript(app, authorization, `events.list?input=${encodeURIComponent(JSON.stringify(input))}`);
  await app.db.collection('events').updateMany({}, { $set: { 'data.ofNext': 'kept' } });
  const page = await follow();
  expect([page.status, page.text.includes('ofNext')]).toEqual([200, false]);
  await app.db.collection('events').updateOne({ type: 'session.created' }, { $set: { type: 'of.next' } });
  expect((await follow()).status).toBe(503);
  expect((await follow({ types: ['user.created'] })).status).toBe(200);
  expect(await events.countDocuments({ 'data.ofNext': 'kept' })).toBeGreaterThan(0);
});
