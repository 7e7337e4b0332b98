import { NextRequest } from 'next/server';
import { describe, expect, it } from 'vitest';
import { presentCookie } from './present-request.ts';

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
