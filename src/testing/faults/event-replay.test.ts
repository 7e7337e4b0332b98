import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import type { EventDocument } from '../../server/database/event-documents.ts';
import { aUserDocument } from '../users/users.ts';
import { brokenEvents } from './event-replay.ts';

it('finds a person whose creation was never told', () => {
  expect(brokenEvents(aUserDocument(), [])).toEqual(['user.created is not the first event, once']);
});

it('finds a deletion that was never told', () => {
  expect(brokenEvents(aUserDocument({ deletedAt: new Date() }), [])).toContain(
    'user.deleted is not told exactly once',
  );
});

it('accepts the numbers that a restore leaves out, and no others', () => {
  const rows = [1, 5, 6].map((sequence): EventDocument => ({
    _id: new ObjectId(),
    type: 'user.resumed',
    data: {},
    subject: new ObjectId(),
    sequence,
    at: new Date(),
    partition: 0,
  }));
  const brokenWith = (eventSequence: number, raised: number | null) =>
    brokenEvents(aUserDocument({ eventSequence }), rows, raised);
  expect(brokenWith(6, null)).toContain('the sequences are 1, 5, 6');
  expect(brokenWith(6, 3)).toContain('the sequences are 1, 5, 6');
  expect(brokenWith(6, 4)).not.toContain('the sequences are 1, 5, 6');
  expect(brokenWith(7, 4)).toContain('events were written up to 7 and 3 are stored');
});
