import { describe, expect, it } from 'vitest';
import { presentPathOf } from './present-path.ts';

const pathOf = (headers: Record<string, string>) => presentPathOf({ headers: new Headers(headers) });

describe('presentPathOf', () => {
  it('is the path that proxy() has set', () => {
    expect(pathOf({ 'x-foyer-path': '/orders?page=2' })).toBe('/orders?page=2');
    expect(pathOf({})).toBeNull();
  });

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test/', 'orders', ''])(
    'is no address of another host: %j',
    (path) => {
      expect(pathOf({ 'x-foyer-path': path })).toBeNull();
    },
  );

  it('is the page that called a server action, when proxy() does not run', () => {
    const referer = 'https://app.test/orders?page=2';
    const action = { host: 'app.test', 'next-action': 'a1' };
    expect(pathOf({ ...action, referer })).toBe('/orders?page=2');
    expect(pathOf({ host: 'app.test', referer }), 'the page before this one').toBeNull();
    expect(pathOf({ ...action, referer: 'https://evil.test/orders' })).toBeNull();
    expect(pathOf({ ...action, referer: 'https://app.test//evil.test' })).toBeNull();
    expect(pathOf({ ...action, referer: 'about:client' })).toBeNull();
  });
});
