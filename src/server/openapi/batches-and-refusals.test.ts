import { describe, expect } from 'vitest';
import { it } from '../../testing/app/fixture.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import {
  checkOf,
  operationOf,
  responseOf,
  type OpenApiDocument,
} from '../../testing/openapi/served-document.ts';
import { BATCH_PATH } from './batch.ts';

let agent: HttpAgent;
let document: OpenApiDocument;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('batch@example.test');
  document = (await agent.request('/openapi.json')).json() as OpenApiDocument;
});

describe('a batch', () => {
  const EVERY = Array<string>(21).fill('session.get').join(',');
  it.each([
    [
      'of queries',
      'GET',
      'session.get,activity.list?batch=1&input=%7B%221%22%3A%7B%22limit%22%3A1%7D%7D',
      200,
    ],
    ['with encoded commas', 'GET', 'session.get%2Cproviders.list?batch=1', 200],
    ['in which some fail', 'GET', 'session.get,session.token?batch=1', 207],
    ['in which all fail', 'GET', 'session.token,session.token?batch=1', 400],
    ['that is too large', 'GET', `${EVERY}?batch=1`, 400],
    ['with an unknown parameter', 'GET', 'session.get?batch=1&more=1', 400],
    ['of mutations', 'POST', 'profile.update,password.set?batch=1', 400],
  ] as const)('%s returns what the document says', async (_what, method, path, status) => {
    const answer =
      method === 'GET'
        ? await agent.request(`/trpc/${path}`)
        : await agent.postJson(`/trpc/${path}`, { 0: { name: 1 }, 1: {} });
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    const operation = document.paths[BATCH_PATH]?.[method === 'GET' ? 'get' : 'post'];
    if (!operation) throw new Error('the document lacks batches');
    const check = checkOf(document, operation, status);
    check(answer.json());
    expect(check.errors ?? []).toEqual([]);
    expect(check([{ result: {} }])).toBe(false);
  });
});

describe('a refusal before any procedure', () => {
  const path = '/trpc/profile.update';
  const json = { 'content-type': 'application/json' };
  it.each([
    ['400 of a body that is no JSON', 400, { body: '{', headers: json }],
    ['403 of a foreign origin', 403, { body: '{}', headers: { ...json, origin: 'https://evil.test' } }],
    ['405 of another method', 405, { method: 'DELETE' }],
    ['413 of a body that is too large', 413, { body: `"${'x'.repeat(200_000)}"`, headers: json }],
    ['415 of a form', 415, { body: 'name=Ada', headers: { 'content-type': 'text/plain' } }],
    ['421 of another host', 421, { body: '{}', headers: { ...json, host: 'other.test' } }],
  ] as const)('%s is described', async (_what, status, request) => {
    const cookie = [...agent.cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await rawRequest(agent.origin, {
      method: 'POST',
      path,
      ...request,
      headers: { cookie, origin: agent.origin, ...('headers' in request ? request.headers : {}) },
    });
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    const operation = operationOf(document, 'profile.update');
    const check = checkOf(document, operation, status);
    check(JSON.parse(answer.text));
    expect(check.errors ?? []).toEqual([]);
  });

  it('names Retry-After with 429 and 503', () => {
    for (const status of [429, 503])
      expect(responseOf(document, operationOf(document, 'profile.update'), status)?.headers).toHaveProperty([
        'Retry-After',
      ]);
  });
});
