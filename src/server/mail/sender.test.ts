import { expect, it } from 'vitest';
import { parseSender } from './sender.ts';

it.each([
  ['Foyer <no-reply@foyer.example>', { name: 'Foyer', address: 'no-reply@foyer.example' }],
  ['  Fóyer Mail  <No-Reply@Foyer.example> ', { name: 'Fóyer Mail', address: 'no-reply@foyer.example' }],
  ['no-reply@foyer.example', { name: '', address: 'no-reply@foyer.example' }],
  ['<no-reply@foyer.example>', { name: '', address: 'no-reply@foyer.example' }],
  ['Foyer', null],
  ['"Foyer" <no-reply@foyer.example>', null],
  ['A <a@foyer.example>, B <b@foyer.example>', null],
  ['Foyer <no-reply@foyer.example>\r\nBcc: eve@evil.example', null],
])('%j', (text, sender) => {
  expect(parseSender(text)).toEqual(sender);
});
