import { describe, expect, it } from 'vitest';
import { landingOf, toCallbackPath, toCallbackUrl, withParameters } from './callback-url.ts';
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

describe('a callback URL with APP_URL', () => {
  const site = { origin: ORIGIN, basePath: '', appUrl: 'https://app.example.test:8443/start?from=accounts' };

  it.each([
    ['/account', '/account'],
    [`${ORIGIN}/account`, '/account'],
    ['https://app.example.test:8443', 'https://app.example.test:8443/'],
    ['https://app.example.test:8443/orders?id=7#top', 'https://app.example.test:8443/orders?id=7#top'],
    ['https://app.example.test:8443/a/../b', 'https://app.example.test:8443/b'],
  ])('%s leads to %s', (input, allowed) => {
    expect(toCallbackUrl(input, site)).toBe(allowed);
  });

  it.each([
    ['another port', 'https://app.example.test/orders'],
    ['another scheme', 'http://app.example.test:8443/orders'],
    ['a subdomain', 'https://x.app.example.test:8443/orders'],
    ['the origin as a prefix of another', 'https://app.example.test:8443.evil.test/'],
    ['the origin as a user name', 'https://app.example.test:8443@evil.test/'],
    ['capital letters in the host', 'https://APP.example.test:8443/'],
    ['two slashes after the origin', 'https://app.example.test:8443//evil.test'],
    ['the host without a scheme', '//app.example.test:8443/orders'],
    ['a backslash', 'https://app.example.test:8443/\\evil.test'],
    ['more than the limit', `https://app.example.test:8443/${'x'.repeat(CALLBACK_URL_MAX_LENGTH)}`],
  ])('is refused: %s', (_what, input) => {
    expect(toCallbackUrl(input, site)).toBeNull();
  });

  it('leads nowhere else without APP_URL', () => {
    const without = { origin: ORIGIN, appUrl: null };
    expect(toCallbackUrl('https://app.example.test:8443/orders', without)).toBeNull();
  });

  it('is APP_URL after a sign-in that no page asked for, or the account', () => {
    expect(landingOf(site)).toBe(site.appUrl);
    expect(landingOf({ appUrl: null, basePath: '' })).toBe('/account');
    expect(landingOf({ appUrl: null, basePath: '/id' })).toBe('/id/account');
  });

  it.each([
    ['/account?tab=1#here', '/account?tab=1&outcome=linked#here'],
    ['https://app.example.test:8443/orders', 'https://app.example.test:8443/orders?outcome=linked'],
  ])('%s keeps its origin with more parameters', (input, complete) => {
    expect(withParameters(input, { outcome: 'linked' })).toBe(complete);
  });
});
