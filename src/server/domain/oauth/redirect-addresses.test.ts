import { assert, constantFrom, integer, nat, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesRedirect, redirectKindOf } from './redirect-addresses.ts';

const WEB = 'https://shop.example/callback?from=foyer';
const LOOPBACK = ['http://127.0.0.1/callback', 'http://[::1]/callback', 'http://localhost/callback'];
const APP = 'com.example.shop:/callback';

describe('redirectKindOf', () => {
  it.each([
    [WEB, 'web'],
    ['http://localhost', 'web'],
    ['http://localhost:5173/callback', 'web'],
    ['http://shop.localhost?from=foyer', 'web'],
    [APP, 'native'],
    ['http://127.0.0.1/callback', 'native'],
    ['http://[::1]:4000/callback', 'native'],
    // None of these can be declared; `native` is what asks the user.
    ['http://localhost.evil.example/', 'native'],
    ['http://notlocalhost/', 'native'],
    ['http://localhost@evil.example/', 'native'],
    ['javascript:alert(1)', 'native'],
  ])('of %s is %s', (redirect, kind) => {
    expect(redirectKindOf(redirect)).toBe(kind);
  });
});

describe('matchesRedirect', () => {
  it.each([WEB, APP, ...LOOPBACK, 'http://shop.localhost:5173/callback'])(
    'accepts %s as it is',
    (redirect) => {
      expect(matchesRedirect(redirect, redirect)).toBe(true);
    },
  );

  it.each([...LOOPBACK, 'http://127.0.0.1', 'http://shop.localhost:3000/callback?a=1'])(
    'accepts every port of %s',
    (declared) => {
      const port = integer({ min: 1, max: 65_535 });
      assert(
        property(port, (sent) => {
          expect(matchesRedirect(declared, withPort(declared, String(sent)))).toBe(true);
        }),
      );
    },
  );

  it.each(['', '0', '080', '65536', '99999', '123456', '80a', '-1', '+80', ' 80', '8 0', '８０', '80:80'])(
    'refuses the port "%s" of a loopback address',
    (port) => {
      for (const declared of LOOPBACK)
        expect(matchesRedirect(declared, withPort(declared, port))).toBe(false);
    },
  );

  it.each(['443', '444', '8443'])('refuses the port %s of an https address', (port) => {
    expect(matchesRedirect(WEB, withPort(WEB, port))).toBe(false);
    const declared = 'https://localhost:5173/callback';
    expect(matchesRedirect(declared, withPort(declared, port))).toBe(false);
  });

  it('accepts no loopback address for another', () => {
    for (const declared of [...LOOPBACK, 'http://shop.localhost/callback']) {
      for (const sent of [...LOOPBACK, 'http://shop.localhost/callback', 'https://localhost/callback']) {
        expect(matchesRedirect(declared, sent)).toBe(declared === sent);
      }
    }
  });

  /** Other texts of an address. Browsers may follow some to the same place, others to an attacker. */
  const MUTANTS: Readonly<Record<string, (redirect: string) => string>> = {
    'capitals in the scheme': (redirect) => redirect.replace(/^\w/, (letter) => letter.toUpperCase()),
    'capitals in the host': (redirect) => redirect.replace('example', 'EXAMPLE').replace('local', 'LOCAL'),
    'capitals in the path': (redirect) => redirect.replace('callback', 'Callback'),
    'an encoded letter': (redirect) => redirect.replace('callback', '%63allback'),
    'an encoded slash': (redirect) => redirect.replace('/callback', '%2fcallback'),
    'a dot segment': (redirect) => redirect.replace('callback', 'evil/../callback'),
    'an encoded dot segment': (redirect) => redirect.replace('callback', 'evil/%2e%2e/callback'),
    'a dot segment after it': (redirect) => redirect.replace('callback', 'callback/..'),
    'a user name': (redirect) => redirect.replace(/:\/+/, '$&shop@'),
    'the host as the user name': (redirect) => redirect.replace('/callback', '@evil.example/callback'),
    'the host as the beginning of another': (redirect) =>
      redirect.replace('/callback', '.evil.example/callback'),
    'the host as the end of another': (redirect) => redirect.replace(/:\/+/, '$&evil-'),
    'a backslash': (redirect) => redirect.replace('/callback', '\\callback'),
    'a backslash and another host': (redirect) => redirect.replace('/callback', '\\@evil.example/callback'),
    'a longer path': (redirect) => redirect.replace('callback', 'callback/evil'),
    'a slash after the path': (redirect) => redirect.replace('callback', 'callback/'),
    'a slash more': (redirect) => redirect.replace('/callback', '//callback'),
    'a matrix parameter': (redirect) => redirect.replace('callback', 'callback;a=1'),
    'no path': (redirect) => redirect.replace('/callback', ''),
    'a query parameter': (redirect) => `${redirect}${redirect.includes('?') ? '&' : '?'}to=evil`,
    'an empty query': (redirect) => `${redirect}?`,
    'a fragment': (redirect) => `${redirect}#evil`,
    'a dot after the host': (redirect) => redirect.replace('/callback', './callback'),
    'an encoded dot': (redirect) => redirect.replace('.', '%2e'),
    'a space before it': (redirect) => ` ${redirect}`,
    'a space after it': (redirect) => `${redirect} `,
    'a line break after it': (redirect) => `${redirect}\n`,
    'a line break in the path': (redirect) => redirect.replace('callback', 'call\nback'),
    'a tab in the scheme': (redirect) => redirect.replace(':', '\t:'),
    'a NUL after it': (redirect) => `${redirect}\0`,
    'one slash after the scheme': (redirect) => redirect.replace('://', ':/'),
    'no scheme': (redirect) => redirect.replace(/^[\w.]+:/, ''),
    'another scheme': (redirect) => redirect.replace(/^[\w.]+:/, 'javascript:'),
    'http for https': (redirect) => redirect.replace('https:', 'http:'),
    'https for http': (redirect) => redirect.replace('http:', 'https:'),
    'the number of the host': (redirect) => redirect.replace('127.0.0.1', '2130706433'),
    'the short host': (redirect) => redirect.replace('127.0.0.1', '127.1'),
    'the long host': (redirect) => redirect.replace('[::1]', '[0:0:0:0:0:0:0:1]'),
    'IPv4 in IPv6': (redirect) => redirect.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
  };

  it.each(Object.entries(MUTANTS))('refuses %s', (_, mutate) => {
    const declared = [WEB, APP, ...LOOPBACK, 'http://shop.localhost:5173/callback'];
    const changed = declared.filter((redirect) => mutate(redirect) !== redirect);
    expect(changed).not.toEqual([]);
    for (const redirect of changed) {
      expect(matchesRedirect(redirect, mutate(redirect))).toBe(false);
      if (!LOOPBACK.includes(redirect)) continue;
      expect(matchesRedirect(redirect, mutate(withPort(redirect, '4000')))).toBe(false);
    }
  });

  it('accepts only the same text, and other ports of a loopback address, whatever is sent', () => {
    const declared = constantFrom(WEB, APP, ...LOOPBACK);
    const edit = record({ at: nat(40), cut: nat(3), text: string({ unit: 'binary', maxLength: 5 }) });
    assert(
      property(declared, edit, (redirect, { at, cut, text }) => {
        const sent = redirect.slice(0, at) + text + redirect.slice(at + cut);
        const withoutPort = sent.replace(/^(http:\/\/[^/:]*(?::[^/]*\])?):[1-9][0-9]{0,4}(?=\/)/, '$1');
        const isSame = sent === redirect || (LOOPBACK.includes(redirect) && withoutPort === redirect);
        expect(matchesRedirect(redirect, sent)).toBe(isSame);
      }),
      { numRuns: 300 },
    );
  });
});

/** `''` leaves the colon. */
function withPort(redirect: string, port: string): string {
  return redirect.replace(/^(https?:\/\/(?:\[[^\]]*\]|[^/:?]+))(?::\d+)?/, `$1:${port}`);
}
