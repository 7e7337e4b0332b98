import { NextRequest } from 'next/server';
import { describe, expect, it } from 'vitest';
import { presentCookie } from './present-request.ts';
import { presentPathOf } from './present-path.ts';

const OPTIONS = { url: 'https://example.test' };
const NAME = '__Host-foyer.session';

function cookieAfter(sent: string | null, set: Record<string, string> = {}) {
  const { cookies } = new NextRequest('https://example.test/', {
    headers: sent === null ? {} : { cookie: sent },
  });
  for (const [name, value] of Object.entries(set)) cookies.set(name, value);
  return presentCookie(sent, cookies, OPTIONS);
}

describe('presentCookie', () => {
  it('is the session that the browser sent', () => {
    expect(cookieAfter(`a=1; ${NAME}=sent`)).toBe(`${NAME}=sent`);
    expect(cookieAfter(`${NAME}=a%3D%3B`), 'encoded as it came').toBe(`${NAME}=a%3D%3B`);
    expect(cookieAfter('a=1')).toBe('a=1');
    expect(cookieAfter(null)).toBeNull();
  });

  it('is the session that a server action has set, and none after its sign-out', () => {
    expect(cookieAfter(`a=1; ${NAME}=ended`, { [NAME]: 'new' })).toBe(`${NAME}=new`);
    expect(cookieAfter(null, { [NAME]: 'new' })).toBe(`${NAME}=new`);
    expect(cookieAfter(`${NAME}=ended`, { [NAME]: '' })).toBe(`${NAME}=`);
  });

  it('stays two cookies of the name, of which Next knows the last one only', () => {
    const planted = `${NAME}=mine; ${NAME}=planted`;
    expect(cookieAfter(planted)).toBe(planted);
  });
});

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
