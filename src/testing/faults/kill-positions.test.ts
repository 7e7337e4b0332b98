import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { testWith } from '../app/fixture.ts';
import type { TestApp } from '../app/test-app.ts';
import { ALL_FAULTS } from './fault-rounds.ts';
import { createFaultInjector } from './faults.ts';
import { killPositions, positionsOfDecision, someOf } from './kill-positions.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

async function positionsOf(step: () => Promise<unknown>): Promise<readonly number[]> {
  faults.arm('killed', Number.POSITIVE_INFINITY);
  await step();
  return killPositions(faults.disarm().effects);
}

const read = ({ deps }: TestApp) => deps.collections.users.findOne({ _id: new ObjectId() });
const list = ({ deps }: TestApp) => deps.collections.users.find().toArray();
const write = ({ deps }: TestApp) => deps.collections.users.deleteOne({ _id: new ObjectId() });
const mail = { to: 'a@b.test', subject: 'A', text: 'A', html: 'A' };

describe.skipIf(ALL_FAULTS)('the kills of a step', () => {
  it('come before the first command and after each write, but not after reads', async ({ app }) => {
    const positions = await positionsOf(async () => {
      for (const command of [read, write, list, read, write, write, read]) await command(app);
    });
    expect(positions).toEqual([0, 2, 5, 6]);
  });

  it('come after a read that a mail, a text message or another effect follows', async ({ app }) => {
    const positions = await positionsOf(async () => {
      await read(app);
      await app.deps.mail.send(mail);
      await read(app);
      await app.deps.sms.send({ to: '+4915112345678', text: 'A' });
      await read(app);
      faults.noteEffect();
      await read(app);
      await read(app);
    });
    expect(positions).toEqual([0, 1, 2, 3]);
  });

  it('come after a read that a write of an uncounted collection follows', async ({ app }) => {
    const positions = await positionsOf(async () => {
      await read(app);
      await read(app);
      await app.db.collection('uncounted').insertOne({});
      await read(app);
      await read(app);
    });
    expect(positions).toEqual([0, 2]);
  });

  it('come after each use of a limit, which is counted in the database', async ({ app }) => {
    const { rateLimits } = app.deps;
    const positions = await positionsOf(async () => {
      await rateLimits.refusalsOf([['mail', 'recipient', 'key']]);
      await rateLimits.consume('mail', 'recipient', 'key');
      await rateLimits.refusalsOf([['mail', 'recipient', 'key']]);
      await read(app);
    });
    expect(positions).toEqual([0, 2]);
  });

  it('are the one in the middle of a list, and the last', () => {
    expect(someOf([0, 2, 5, 6, 9])).toEqual([5, 9]);
    expect(someOf([0])).toEqual([0]);
  });

  it('are those after the first write of a person, and after the first one that answers them', () => {
    const begin = ['users.findOne', 'rate_limits.consume', 'users.updateOne', 'sessions.insertOne'];
    expect(positionsOfDecision([...begin, 'users.findOneAndUpdate', 'activity.insertOne'])).toEqual([3, 5]);
    expect(positionsOfDecision(begin)).toEqual([3]);
  });

  it('are those after the first other write, or before it where nothing follows', () => {
    expect(positionsOfDecision(['rate_limits.consume', 'jobs.insertOne', 'users.findOne'])).toEqual([2]);
    expect(positionsOfDecision(['users.findOne', 'pending_links.insertOne'])).toEqual([1]);
  });
});
