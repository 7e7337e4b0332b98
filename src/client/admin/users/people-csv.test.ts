import { expect, test } from 'vitest';
import { aListedUser } from '../../../testing/client/console-answers.ts';
import { peopleCsv } from './people-csv.ts';

test('a file of people has a head and a row for each, and no formula', () => {
  const person = aListedUser({
    id: 'a'.repeat(24),
    name: '=HYPERLINK("https://evil.example")',
    email: 'ada@example.com',
    roles: ['editor', 'reader'],
    createdAt: '2026-11-02T09:00:00.000Z',
    lastSignInAt: null,
    data: { plan: 'gold, or more', seats: -3 },
  });
  expect(peopleCsv([person]).split('\r\n')).toEqual([
    'id,name,email,state,roles,createdAt,lastSignInAt,plan,seats',
    `${'a'.repeat(24)},"'=HYPERLINK(""https://evil.example"")",ada@example.com,active,editor reader,2026-11-02T09:00:00.000Z,,"gold, or more",-3`,
    '',
  ]);
});
