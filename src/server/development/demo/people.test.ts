import { expect, it } from 'vitest';
import { createUsers, signInForm } from './people.ts';

it('remembers the users that were used last, up to its maximum', () => {
  const people = createUsers(2);
  for (const login of ['a', 'b']) people.signIn(signInForm.parse({ login }));
  people.get('a');
  people.signIn(signInForm.parse({ login: 'c' }));
  expect(['a', 'b', 'c'].map((login) => people.get(login)?.login)).toEqual(['a', undefined, 'c']);
});

it.each([
  ['alice', 'Alice', 'alice@example.test'],
  ['Ada.Lovelace', 'Ada Lovelace', 'ada.lovelace@example.test'],
  ['bob@builder.example', 'Bob', 'bob@builder.example'],
  ['a..b.', 'A B', 'a.b@example.test'],
  ['x@y', 'X', 'x.y@example.test'],
  ['1', '1', '1@example.test'],
])('name and address are derived from the login name %s', (login, name, email) => {
  const form = signInForm.parse({ login, name: '', email: ' ', emailVerified: 'on' });
  expect(createUsers().signIn(form)).toEqual({ login, name, email, emailVerified: true });
});
