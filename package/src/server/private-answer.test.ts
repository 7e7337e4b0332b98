import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { serve } from '../in-test/serve.ts';
import { keepPrivate } from './private-answer.ts';

const PUBLIC = 'public, max-age=3600';

it.each<[string, (res: ServerResponse) => unknown]>([
  ['setHeader', (res) => res.setHeader('cache-control', PUBLIC).end('a')],
  ['an object for writeHead', (res) => res.writeHead(200, { 'cache-control': PUBLIC, 'x-own': 'b' }).end()],
  [
    'an object and a reason for writeHead',
    (res) => res.writeHead(200, 'Fine', { 'Cache-Control': PUBLIC }).end(),
  ],
  ['a list for writeHead', (res) => res.writeHead(200, ['X-Own', 'b', 'CACHE-CONTROL', PUBLIC]).end()],
])('the answer is private, although a handler says public with %s', async (_how, handle) => {
  const url = await serve((_req, res) => {
    res.setHeader('Set-Cookie', 'session=a');
    keepPrivate(res);
    handle(res);
  });
  const { headers, status } = await fetch(url);
  expect([status, headers.get('cache-control'), headers.get('set-cookie')]).toEqual([
    200,
    'private, no-store',
    'session=a',
  ]);
});
