import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { APPLICATION_PATHS } from '../../shared/application-paths.ts';
import { routeOf } from './http-route.ts';

it.each([
  [
    'a route',
    { baseUrl: '', path: '/pictures/a.webp', route: { path: '/pictures/:file' } },
    '/pictures/:file',
  ],
  ['a router', { baseUrl: '/auth', path: '/callback/x', route: { path: '/:action' } }, '/auth/:action'],
  [
    'an error handler at its path',
    { baseUrl: '/oauth/token', path: '/', route: { path: '/oauth/token' } },
    '/oauth/token',
  ],
  [
    'one of several patterns',
    { baseUrl: '', path: '/admin/people/6b', route: { path: APPLICATION_PATHS } },
    '/admin/people/:id',
  ],
  [
    'one of them with a slash',
    { baseUrl: '', path: '/admin/', route: { path: APPLICATION_PATHS } },
    '/admin',
  ],
  ['the route of all paths', { baseUrl: '', path: '/secret', route: { path: '/{*path}' } }, 'other'],
  ['no route', { baseUrl: '', path: '/secret' }, 'other'],
  ['no route at an unknown mount', { baseUrl: '/secret', path: '/' }, 'other'],
  ['a mount without routes', { baseUrl: '/assets', path: '/main-1a2b.js' }, '/assets/:file'],
  ['procedures on the fast path', { url: '/trpc/session.get' }, '/trpc/:procedure'],
  ['nothing of Express', { url: '/secret' }, 'other'],
])('the route of a request that reached %s is bounded', (_what, fields, expected) => {
  expect(routeOf(fields as unknown as IncomingMessage)).toBe(expected);
});
