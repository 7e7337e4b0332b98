import { describe, expect, it } from 'vitest';
import { createLogger, logRequest } from './log.ts';
import type { Log } from './log-lines.ts';
import { toText } from './log-text.ts';

/** Text lines without their time. */
function textOf(write: (log: Log) => void): string {
  let text = '';
  write(createLogger({ logLevel: 'debug' }, { write: (line) => void (text += toText(line)) }));
  return text.replaceAll(/^\d\d:\d\d:\d\d /gm, '');
}

const requested = (path: string, status: number | null = 200, method = 'GET') =>
  textOf((log) =>
    logRequest({ log, settings: { logRequests: 'all' } }, { requestId: '9f0c', method, path, status, ms: 2 }),
  );

describe('a request in a terminal', () => {
  it.each([
    '/',
    '/id/account/profile',
    '/trpc/session.get,accounts.list,pictures.png.js.get',
    '/auth/callback/github',
    '/openapi.json',
    '/.well-known/openid-configuration',
    '/account/brand',
  ])('for the page or call %s is one line', (path) => {
    expect(requested(path)).toBe(`GET ${path} 200 2 ms\n`);
  });

  it.each([
    '/assets/XKyaHtl9.js',
    '/id/assets/app.css',
    '/assets/inter.woff2',
    '/favicon.svg',
    '/favicon.ico',
    '/brand/logo.png',
    '/provider-logos/acme',
    '/@vite/client',
    '/src/client/main.tsx',
    '/node_modules/.vite/deps/react.js',
    '/@react-refresh',
  ])('for the asset %s has a line only when it failed', (path) => {
    for (const status of [200, 304, null]) expect(requested(path, status)).toBe('');
    expect(requested(path, 404)).toBe(`GET ${path} 404 2 ms\n`);
  });

  it('says that its client went away', () => {
    expect(requested('/trpc/profile.get', null, 'POST')).toBe('POST /trpc/profile.get no answer 2 ms\n');
  });
});

describe('another line in a terminal', () => {
  it('has its message or event, its level above info, and its fields', () => {
    expect(
      textOf((log) => {
        log.info(
          { requestId: 'x', procedure: 'profile.get', type: 'query', code: 'UNAVAILABLE' },
          'procedure refused',
        );
        log.warn({ event: 'auth.failed', method: 'password', ip: null, requestId: 'x' }, 'authentication');
        log.error({ exit: 'code 1, no signal' }, 'the embedded MongoDB died');
      }),
    ).toBe(
      'procedure refused procedure=profile.get type=query code=UNAVAILABLE\n' +
        'WARN auth.failed method=password ip=null\n' +
        'ERROR the embedded MongoDB died exit="code 1, no signal"\n',
    );
  });

  it('has an error with its causes and their places', () => {
    const err = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    expect(textOf((log) => log.error({ err, code: 'INTERNAL', requestId: 'x' }, 'request failed'))).toMatch(
      /^ERROR request failed code=INTERNAL\n {2}TypeError: fetch failed\n(?: {4}at .*\n)+ {2}Error: connect ECONNREFUSED\n(?: {4}at .*\n)+$/,
    );
  });

  it('is not there for migrations that go well', () => {
    expect(
      textOf((log) => log.info({ migration: 1, name: 'x', batches: 0 }, 'database migration runs')),
    ).toBe('');
  });
});

it.each([
  ['a path that commands the terminal', requested('/\u001b]0;owned\u0007\u009b2J\u202egnp')],
  [
    'a report with line breaks',
    textOf((log) => {
      const report = { path: '/\r\n12:00:00 auth.sign-in\u2028\u001b[2J\u009b2J' };
      log.warn({ event: 'browser.sign-in-error', requestId: 'x', report }, 'reported by a browser');
    }),
  ],
  [
    'a message with line breaks',
    textOf((log) => log.warn({ err: Object.assign(new Error('a\nb\u001b[2J'), { stack: '' }) }, 'not ready')),
  ],
])('%s is one visible line', (_what, text) => {
  expect(text.trimEnd().replaceAll('\n  Error: ', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  expect(text).toMatch(/\\u|\\r/);
});
