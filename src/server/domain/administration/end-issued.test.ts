import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { makeToken } from '../../../testing/users/access-tokens.ts';
import { makeServiceKey } from '../../../testing/users/administrators.ts';
import { poll, startProgram } from '../../../testing/oauth/devices.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { authorize, OAUTH_CONFIGURATION, redeem, refresh } from '../../../testing/oauth/flows.ts';
import { storeUsers } from '../../../testing/users/users.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { makeUnseenEvent } from '../activity/security-events.ts';
import { updatedEvents } from '../rules/event-contents.ts';
import { endIssued } from './end-issued.ts';

const faults = createFaultInjector();
const it = testWith({ faults, configuration: OAUTH_CONFIGURATION });
const ALL = { keepServiceKeys: false };

const isIn = async (app: TestApp, agent: HttpAgent) => (await app.client(agent).session.get.query()) !== null;

async function clear({ deps: { collections } }: TestApp): Promise<void> {
  const { users, sessions, accessTokens, serviceKeys, audit, events } = collections;
  await Promise.all(
    [users, sessions, accessTokens, serviceKeys, audit, events].map((each) => each.deleteMany({})),
  );
}

describe('endIssued', () => {
  it('ends what an OAuth client has, its open code, and what a device waits for', async ({ app }) => {
    const { agent } = await aSignedInUser(app);
    const tokens = await redeem(app, await authorize(agent));
    const code = await authorize(agent);
    const started = await startProgram(app);
    app.advance(1);
    await endIssued(app.deps, app.deps.now(), ALL);
    expect((await refresh(app, tokens.refresh_token)).error).toBe('invalid_grant');
    expect((await redeem(app, code)).error).toBe('invalid_grant');
    await expect(poll(app, started)).rejects.toThrow('expired_token');
  });

  it('keeps what was issued after the time, unless an earlier session made it', async ({ app }) => {
    await clear(app);
    const { agent: old, email } = await aSignedInUser(app);
    await makeServiceKey(app, ['users:read']);
    app.advance(60_000);
    const before = app.deps.now();
    const kept = await app.signInByMail(email);
    const keptKey = await makeServiceKey(app, ['users:read']);
    await makeToken(app, old, { name: 'of the old session' });
    await makeToken(app, kept, { name: 'of the new session' });
    const ended = await endIssued(app.deps, before, ALL);
    expect(ended).toEqual({ people: 1, sessions: 1, accessTokens: 1, serviceKeys: 1 });
    expect([await isIn(app, old), await isIn(app, kept)]).toEqual([false, true]);
    const names = (await app.client(kept).accessTokens.list.query()).map(({ name }) => name);
    expect(names).toEqual(['of the new session']);
    const keys = await app.deps.collections.serviceKeys.find({ revokedAt: null }).toArray();
    expect(keys.map(({ _id }) => _id.toHexString())).toEqual([keptKey.serviceKey.id]);
  });

  it('neither misses nor forgets a sign-in beside it', async ({ app }) => {
    await clear(app);
    const { agent: old, email, userId } = await aSignedInUser(app);
    const { agent: another } = await aSignedInUser(app);
    app.advance(1000);
    const hold = faults.holdBefore('users.bulkWrite');
    const ending = endIssued(app.deps, app.deps.now(), ALL);
    await hold.reached;
    const beside = await app.signInByMail(email);
    hold.release();
    expect(await ending).toMatchObject({ people: 2, sessions: 2 });
    const areIn = [await isIn(app, old), await isIn(app, beside), await isIn(app, another)];
    expect(areIn).toEqual([false, true, false]);
    const { events } = app.deps.collections;
    const ended = await events.find({ subject: userId, type: 'session.ended' }).toArray();
    expect(ended).toMatchObject([{ data: { which: 'one' } }]);
  });

  it('ends people of several batches, with their events in the order of the decisions', async ({ app }) => {
    await clear(app);
    const { email, userId } = await aSignedInUser(app);
    await app.signInByMail(email);
    const waiting = makeUnseenEvent(app.deps, updatedEvents(['name']));
    const others = Array.from({ length: 501 }, () => ({ sessions: [{ id: new ObjectId() }] }));
    const [first, ...rest] = others;
    const [{ _id: waitingId } = { _id: userId }] = await storeUsers(app, [
      { ...first, outbox: [waiting] },
      ...rest,
    ]);
    app.advance(1);
    const before = app.deps.now();
    await app.signInByMail(email);
    const { users } = app.deps.collections;
    const done: number[] = [];
    const ended = await endIssued(app.deps, before, { ...ALL, onProgress: (people) => done.push(people) });
    expect(ended).toMatchObject({ people: 502, sessions: 503 });
    expect(done).toEqual([500, 502]);
    expect(await users.countDocuments({ sessions: { $size: 0 }, outbox: { $size: 0 } })).toBe(501);
    expect(await users.findOne({ _id: userId })).toMatchObject({ sessions: [{}], outbox: [] });
    const eventsOf = async (subject: ObjectId) => {
      const stored = await app.deps.collections.events.find({ subject }).sort({ sequence: 1 }).toArray();
      return stored.map(({ type, sequence }) => `${sequence} ${type}`);
    };
    expect(await eventsOf(waitingId)).toEqual(['1 user.updated', '2 session.ended']);
    const last = ['4 session.created', '5 session.ended', '6 session.ended'];
    expect((await eventsOf(userId)).slice(-3)).toEqual(last);
    expect(await app.deps.collections.events.countDocuments({ type: 'session.ended' })).toBe(503);
  });
});
