import { expect, it } from 'vitest';
import { sessionCookieName } from './session-cookie.ts';

it.each([
  ['https://id.example', undefined, '__Host-foyer.session'],
  ['https://id.example:8443/id', undefined, '__Host-foyer.session'],
  ['http://localhost:3000', undefined, 'foyer-3000.session'],
  ['http://localhost:3000/id', undefined, 'foyer-3000.session'],
  ['http://localhost', undefined, 'foyer-80.session'],
  ['https://id.example', 'accounts', '__Host-accounts.session'],
  ['http://localhost:3000', 'accounts', 'accounts.session'],
])('names the session cookie of %s with the prefix %s', (origin, prefix, name) => {
  expect(sessionCookieName(origin, prefix)).toBe(name);
});
