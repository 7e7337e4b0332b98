import { ObjectId } from 'mongodb';
import { expect } from 'vitest';
import { SECOND_MS } from '../../../shared/limits.ts';
import { ACTIVITY_GROUPS } from '../../../shared/activity-groups.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { testWithProviders } from '../../../testing/providers/provider-visits.ts';
import { makeToken } from '../../../testing/users/access-tokens.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import type { ActivityDocument, ActivityKind } from '../../database/activity-documents.ts';
import { seededRandom, TEST_SEED } from '../../../testing/run/random.ts';
import { refusalOf } from '../../../testing/database/written.ts';
import { callProcedure } from '../../../testing/app/procedures.ts';

const NOW = Date.parse('2026-11-20T09:00:00.000Z');
const { it } = await testWithProviders();

async function aPersonWithoutActivity(app: TestApp) {
  const person = await aSignedInUser(app);
  await app.deps.collections.activity.deleteMany({ userId: person.userId });
  return person;
}

function anEvent(userId: ObjectId, changes: Partial<ActivityDocument> = {}): ActivityDocument {
  return {
    _id: new ObjectId(),
    userId,
    kind: 'sign-in',
    method: null,
    label: null,
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    at: new Date(NOW),
    ...changes,
  };
}

/** `between` runs after each page. */
async function readAll(
  app: TestApp,
  agent: HttpAgent,
  input: { limit: number; kinds?: ActivityKind[] },
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await app
      .client(agent)
      .activity.list.query({ ...input, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...page.events.map(({ id }) => id));
    await between();
    if (page.nextCursor === null) return ids;
    expect(page.events).toHaveLength(input.limit);
    cursor = page.nextCursor;
  }
}

it('marks what this session did, and no other session with the same browser', async ({ app }) => {
  const email = uniqueEmail();
  const [here, elsewhere] = [await app.signInByMail(email), await app.signInByMail(email)];
  await makeToken(app, here);
  await app.client(elsewhere).data.export.mutate();
  const marksOf = async (agent: HttpAgent) => {
    const { events } = await app.client(agent).activity.list.query();
    return events.map(({ kind, thisDevice }) => [kind, thisDevice]);
  };
  expect(await marksOf(here)).toEqual([
    ['data-exported', false],
    ['access-token-created', true],
    ['sign-in', false],
    ['sign-in', true],
  ]);
  expect(await marksOf(elsewhere)).toEqual([
    ['data-exported', true],
    ['access-token-created', false],
    ['sign-in', true],
    ['sign-in', false],
  ]);
});

it('answers event, method, device and place, field by field', async ({ app }) => {
  const { agent, userId } = await aPersonWithoutActivity(app);
  const { activity } = app.deps.collections;
  const linked = { kind: 'account-linked', method: 'trusted', label: 'ada@acme.example' } as const;
  const event = anEvent(userId, linked);
  const at = new Date(NOW - 1);
  const failed = anEvent(userId, { kind: 'sign-in-failed', method: 'password', count: 3, at });
  const before = anEvent(userId, { ip: null, userAgent: null, at: new Date(NOW - 2) });
  const twoSteps = anEvent(userId, { method: 'trusted + totp', at: new Date(NOW - 3) });
  await activity.insertMany([event, failed, before, twoSteps]);
  expect(await app.client(agent).activity.list.query()).toEqual({
    events: [
      {
        id: event._id.toHexString(),
        ...linked,
        methodName: 'Trusted',
        count: 1,
        device: { browser: 'Firefox', system: 'Linux', kind: 'desktop' },
        thisDevice: false,
        ip: '203.0.113.7',
        at: '2026-11-20T09:00:00.000Z',
      },
      expect.objectContaining({ kind: 'sign-in-failed', method: 'password', methodName: null, count: 3 }),
      expect.objectContaining({
        label: null,
        count: 1,
        ip: null,
        device: { browser: null, system: null, kind: 'unknown' },
      }),
      expect.objectContaining({ method: 'trusted + totp', methodName: 'Trusted' }),
    ],
    nextCursor: null,
  });
});

it('answers pages from the newest event, each event once, also when new ones come', async ({ app }) => {
  const { agent, userId } = await aPersonWithoutActivity(app);
  const { activity } = app.deps.collections;
  // Many events of one moment. Only their ids differ.
  const events = Array.from({ length: 23 }, (_, n) =>
    anEvent(userId, { at: new Date(NOW - Math.floor(n / 8) * SECOND_MS) }),
  );
  const random = seededRandom(TEST_SEED);
  await activity.insertMany(events.toSorted(() => random.pick([-1, 1])));
  const expected = events
    .toSorted(
      (a, b) => b.at.getTime() - a.at.getTime() || (a._id.toHexString() < b._id.toHexString() ? 1 : -1),
    )
    .map(({ _id }) => _id.toHexString());
  const meanwhile = () => activity.insertOne(anEvent(userId, { at: new Date(NOW + SECOND_MS) }));
  expect(await readAll(app, agent, { limit: 5 }, meanwhile)).toEqual(expected);
  expect(await readAll(app, agent, { limit: 14 })).toHaveLength(23 + 5);
});

it('answers no cursor when the last page is full', async ({ app }) => {
  const { agent, userId } = await aPersonWithoutActivity(app);
  await app.deps.collections.activity.insertMany([1, 2, 3].map(() => anEvent(userId)));
  const page = await app.client(agent).activity.list.query({ limit: 3 });
  expect(page.events).toHaveLength(3);
  expect(page.nextCursor).toBeNull();
});

it('shows only the user’s own events, also with a foreign cursor', async ({ app }) => {
  const one = await aPersonWithoutActivity(app);
  const two = await aPersonWithoutActivity(app);
  await app.deps.collections.activity.insertMany([1, 2, 3].map(() => anEvent(one.userId)));
  const { nextCursor } = await app.client(one.agent).activity.list.query({ limit: 1 });
  expect(nextCursor).not.toBeNull();
  const page = await app.client(two.agent).activity.list.query({ cursor: nextCursor ?? '' });
  expect(page).toEqual({ events: [], nextCursor: null });
});

it('shows the requested kinds, page by page', async ({ app }) => {
  const { agent, userId } = await aPersonWithoutActivity(app);
  const kinds: ActivityKind[] = ['sign-in', 'phone-verified', 'sign-out', 'sign-in-failed'];
  const events = Array.from({ length: 20 }, (_, n) =>
    anEvent(userId, { kind: kinds[n % 4] ?? 'sign-in', at: new Date(NOW - n * SECOND_MS) }),
  );
  await app.deps.collections.activity.insertMany(events);
  const shown = await readAll(app, agent, { limit: 4, kinds: [...ACTIVITY_GROUPS['sign-ins']] });
  expect(shown).toEqual(
    events.filter(({ kind }) => kind !== 'phone-verified').map(({ _id }) => _id.toHexString()),
  );
});

it('leaves out unknown kinds of a newer version', async ({ app }) => {
  const { agent, userId } = await aPersonWithoutActivity(app);
  const known = anEvent(userId);
  // A kind that this version does not know.
  const unknown = anEvent(userId, { kind: 'teleported' as ActivityKind });
  await app.deps.collections.activity.insertMany([known, unknown]);
  const { events } = await app.client(agent).activity.list.query();
  expect(events.map(({ id }) => id)).toEqual([known._id.toHexString()]);
});

it.for<object>([
  ...['', 'x', 'AAAA', ...['1.2', '{"$gt":""}'].map((text) => Buffer.from(text).toString('base64url'))].map(
    (cursor) => ({ cursor }),
  ),
  { limit: 0 },
  { limit: 101 },
  { kinds: [] },
  { kinds: ['nonsense'] },
  { more: 1 },
])('refuses %j', async (input, { app }) => {
  const { agent } = await aPersonWithoutActivity(app);
  const { text } = await callProcedure(agent, { path: 'activity.list', type: 'query' }, input);
  expect(refusalOf(text)).toBe('INVALID_INPUT');
});
