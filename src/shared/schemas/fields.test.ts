import { describe, expect, it } from 'vitest';
import { emailAddress, userName } from './fields.ts';

describe('a typed address', () => {
  it.each([
    ['Ada@Example.TEST', 'ada@example.test'],
    ['  ada@example.test\r\n', 'ada@example.test'],
    // Copied from a page: what stands around an address is not part of it.
    ['\u00A0ada@example.test\uFEFF', 'ada@example.test'],
  ])('%j is %j', (typed, address) => expect(emailAddress.parse(typed)).toBe(address));

  it.each([
    '\u212Aate@example.test',
    'kate@\u212A.example.test',
    'k\u0130m@example.test',
    'ada\u00A0@example.test',
    'ada\uFEFF@example.test',
    'ada@example.te\u017Ft',
    'reset-password:ada@example.test',
  ])('refuses %j with one issue', (typed) => {
    const { success, error } = emailAddress.safeParse(typed);
    expect([success, error?.issues.length]).toEqual([false, 1]);
  });
});

describe('a typed name', () => {
  it.each(['Ada Lovelace', 'Åse 😀', '李 小龙', 'می‌خواهم', '👩‍👩‍👧'])('%j stays as it is', (name) =>
    expect(userName.parse(name)).toBe(name),
  );

  it.each(['a\rb', 'a\nb', 'a\0b', 'a\u0085b', 'a\u2028b', 'a\u202Eb', 'a\u2066b', 'a\uFEFFb', 'a\uD800b'])(
    '%j is refused',
    (name) => expect(userName.safeParse(name).success).toBe(false),
  );
});
