import { expect, it } from 'vitest';
import { aPerson } from '../app/people.ts';
import { brokenEvents } from './event-replay.ts';

it('finds a person whose creation was never told', () => {
  expect(brokenEvents(aPerson(), [])).toEqual(['user.created is not the first event, once']);
});

it('finds a deletion that was never told', () => {
  expect(brokenEvents(aPerson({ deletedAt: new Date() }), [])).toContain(
    'user.deleted is not told exactly once',
  );
});
