import { expect, it } from 'vitest';
import { findLoggedData } from './logged-data.ts';

it.each([
  [
    { event: 'auth.failed', at: 'for ada@example.com' },
    'the line "auth.failed" holds an email address in at',
  ],
  [{ msg: 'x', err: { message: 'to +4915112345678' } }, 'the line "x" holds a phone number in err'],
  [{ msg: 'x', path: `/foyer_pat_${'7'.repeat(49)}` }, 'the line "x" holds a token in path'],
  [{ msg: 'x', reason: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln' }, 'the line "x" holds a token in reason'],
  [{ msg: 'x', reason: `got ${'Aa1'.repeat(14)}b` }, 'the line "x" holds a token in reason'],
])('finds what no line may hold: %j', (line, found) => {
  expect(findLoggedData(line)).toBe(found);
});

it('lets ids, packages, numbers and Message-IDs pass', () => {
  const line = {
    requestId: 'f1234567-aaaa-4bbb-8ccc-123456aaaaaa',
    userId: '6b00112233445566778899aa',
    time: 1795123456489,
    messageId: '<6b00112233445566778899aa@accounts.example.com>',
    err: { stack: 'at f (/srv/node_modules/@auth/core/index.js:1:2)\nat g (/srv/x@1.2.3/y.js)' },
  };
  expect(findLoggedData(line)).toBeNull();
});
