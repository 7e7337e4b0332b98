import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../src/shared/event-types.ts';
import { readEventsDoc, withEventTypes } from './events-doc.ts';

it('docs/events.md has the types of the schemas (npm run docs:events)', async () => {
  const document = await readEventsDoc();
  expect(await withEventTypes(document)).toBe(document);
  expect(EVENT_TYPES.filter((type) => !document.includes(`### ${type}\n`))).toEqual([]);
});
