import { expect, test } from 'vitest';
import { searchOf } from './search.ts';

test.each([
  [{ email: 'a@b.test', other: 'x' }, { email: 'a@b.test' }],
  [{ email: 7 }, {}],
  [{ email: 'a'.repeat(2048) }, { email: 'a'.repeat(2048) }],
  [{ email: 'a'.repeat(2049) }, {}],
  [{ callbackUrl: '/account?tab=1#top' }, { callbackUrl: '/account?tab=1#top' }],
])('%j is read as %j', (search, read) => {
  expect(searchOf('email', 'callbackUrl')(search)).toEqual(read);
});
