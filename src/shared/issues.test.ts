import { expect, test } from 'vitest';
import { ISSUES, isIssueKey, issueKeyOf, makeIssue } from './issues.ts';
import { updateProfileInput } from './schemas/profile.ts';

test.each(Object.entries(ISSUES))('%s is found by its unique sentence', (key, sentence) => {
  expect(issueKeyOf(sentence)).toBe(key);
});

test('an issue of a schema has its key', () => {
  const { error } = updateProfileInput.safeParse({ name: ' ' });
  expect(error?.issues.map(({ message }) => issueKeyOf(message))).toEqual(['name-missing']);
  const message = ISSUES['name-missing'];
  expect(makeIssue('name', 'name-missing')).toEqual({ path: ['name'], key: 'name-missing', message });
});

test.each(['Invalid input: expected string, received number', '', 'toString'])(
  '%j is none of ours',
  (sentence) => {
    expect(issueKeyOf(sentence)).toBe('other');
    expect(isIssueKey(sentence)).toBe(false);
  },
);
