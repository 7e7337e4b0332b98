import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { testWith } from '../app/fixture.ts';
import type { TestApp } from '../app/test-app.ts';
import { ALL_FAULTS } from './fault-rounds.ts';
import { createFaultInjector } from './faults.ts';
import { killPositions, positionsOfDecision, someOf } from './kill-positions.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

const read = ({ deps }: TestApp) => deps.collections.users.findOne({ _id: new ObjectId() });
const list = ({ deps }: TestApp) => deps.collections.users.find().toArray();
const write = ({ deps }: TestApp) => deps.collections.users.deleteOne({ _id: new ObjectId() });
const useLimit = ({ deps }: TestApp) => deps.rateLimits.consume('mail', 'recipient', 'key');
const checkLimit = ({ deps }: TestApp) => deps.rateLimits.refusalsOf([['mail', 'recipient', 'key']]);
const sendMail = ({ deps }: TestApp) =>
  deps.mail.send({ to: 'a@b.test', subject: 'A', text: 'A', html: 'A' });
const sendText = ({ deps }: TestApp) => deps.sms.send({ to: '+4915112345678', text: 'A' });
const otherEffect = () => Promise.resolve(faults.noteEffect());
const writeUncounted = ({ db }: TestApp) => db.collection('uncounted').insertOne({});

describe.skipIf(ALL_FAULTS)('the kills of a step', () => {
  it.for([
    [
      'before the first command and after each write, not after reads',
      [read, write, list, read, write, write, read],
      [0, 2, 5, 6],
    ],
    [
      'after a read that a mail, a text message or another effect follows',
      [read, sendMail, read, sendText, read, otherEffect, read, read],
      [0, 1, 2, 3],
    ],
    [
      'after a read that a write of an uncounted collection follows',
      [read, read, writeUncounted, read, read],
      [0, 2],
    ],
    [
      'after each use of a limit, which is counted in the database',
      [checkLimit, useLimit, checkLimit, read],
      [0, 2],
    ],
  ] as const)('come %s', async ([, commands, positions], { app }) => {
    faults.arm('killed', Number.POSITIVE_INFINITY);
    for (const command of commands) await command(app);
    expect(killPositions(faults.disarm().effects)).toEqual(positions);
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
