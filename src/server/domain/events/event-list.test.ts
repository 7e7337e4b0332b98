import { describe, expect } from 'vitest';
import { EVENT_PARTITIONS } from '../../../shared/limits.ts';
import { it } from '../../../testing/app/fixture.ts';
import { followEvents, forgetEvents, storeEvent, subjectIn } from '../../../testing/app/events.ts';
import { numberEvents } from './numbering.ts';

it.beforeEach(({ app }) => forgetEvents(app));

describe('a list of events', () => {
  it('has the numbered events of all partitions, those about one person in the order of `sequence`', async ({
    app,
  }) => {
    const people = Array.from({ length: EVENT_PARTITIONS + 3 }, (_, index) => subjectIn(index));
    for (const sequence of [1, 2, 3]) {
      for (const person of people) await storeEvent(app.deps, person, sequence);
    }
    expect((await followEvents(app.deps)).events).toEqual([]);
    expect(await numberEvents(app.deps, 'a')).toBe(people.length * 3);
    const { events, cursor } = await followEvents(app.deps, { limit: 7 });
    for (const person of people) {
      const own = events.filter(({ subject }) => subject === person.toHexString());
      expect(own.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    }
    expect(events).toHaveLength(people.length * 3);
    expect(await followEvents(app.deps, { after: cursor })).toEqual({ events: [], cursor });
  });
});
