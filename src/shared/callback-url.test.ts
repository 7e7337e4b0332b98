import { describe, expect, it } from 'vitest';
import { toCallbackPath } from './callback-url.ts';
import { CALLBACK_URL_MAX_LENGTH } from './limits.ts';

const ORIGIN = 'https://accounts.example.test';

describe('a callback URL', () => {
  it.each([
    ['/account', '/account'],
    ['/account?tab=1#here', '/account?tab=1#here'],
    ['/a/../b', '/b'],
    [ORIGIN, '/'],
    [`${ORIGIN}/account`, '/account'],
    ['/say?to=https://evil.test', '/say?to=https://evil.test'],
    ['/@evil.test', '/@evil.test'],
  ])('%s is the path %s', (input, path) => {
    expect(toCallbackPath(input, ORIGIN)).toBe(path);
  });

  it.each([
    ['nothing', ''],
    ['no path', 'account'],
    ['another host', 'https://evil.test/'],
    ['a host without a scheme', '//evil.test'],
    ['a backslash', '/\\evil.test'],
    ['a tab that browsers drop', '/\t/evil.test'],
    ['a path that resolves to two slashes', '/.//evil.test'],
    ['our origin as a prefix of another', `${ORIGIN}.evil.test`],
    ['our origin as a user name', `${ORIGIN}@evil.test`],
    ['another scheme of ours', 'http://accounts.example.test/'],
    ['a script', 'javascript:alert(1)'],
    ['a space before', ' /account'],
    ['more than the limit', `/${'x'.repeat(CALLBACK_URL_MAX_LENGTH)}`],
  ])('is refused: %s', (_what, input) => {
    expect(toCallbackPath(input, ORIGIN)).toBeNull();
  });
});
