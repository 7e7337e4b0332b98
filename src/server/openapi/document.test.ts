import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { makeToken } from '../../testing/users/access-tokens.ts';
import type { AgentAnswer, HttpAgent } from '../../testing/app/http-agent.ts';
import { testWith } from '../../testing/app/fixture.ts';
import {
  authorizationPath,
  createPkce,
  DESK_REDIRECT,
  OAUTH_CONFIGURATION,
} from '../../testing/oauth/flows.ts';
import { handOverNewEvents, storeEndpoint } from '../../testing/webhooks/endpoints.ts';
import {
  checkOf,
  operationOf,
  responseOf,
  type OpenApiDocument,
} from '../../testing/openapi/served-document.ts';
import { makeAdministrator } from '../../testing/users/administrators.ts';
import { ERRORS } from '../../shared/errors/catalogue.ts';
import { plainFields, type Shape } from '../../shared/plain-fields.ts';
import { COMMON_ERRORS } from '../trpc/procedure-meta.ts';
import { apiProcedures } from './api-procedures.ts';
import { BATCH_PATH } from './batch.ts';
import { schemaOf } from './json-schema.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';

const it = testWith({ configuration: OAUTH_CONFIGURATION });
let agent: HttpAgent;
let document: OpenApiDocument;
let userId: string;
let endpointId: string;
let deliveryId: string;
const auditId = new ObjectId();
it.beforeAll(async ({ app }) => {
  ({ agent, id: userId } = await makeAdministrator(app));
  const endpoint = await storeEndpoint(app.deps, { url: 'https://app.example.test/hooks' });
  await handOverNewEvents(app.deps, 1);
  endpointId = endpoint.id;
  const nothing = { subject: null, reason: null, before: null, after: null, ip: null };
  await app.deps.collections.audit.insertOne({
    _id: auditId,
    at: app.deps.now(),
    actor: { kind: 'server' },
    action: 'users-exported',
    ...nothing,
  });
  deliveryId = (await endpoint.deliveries())[0]?._id ?? '';
  document = (await agent.request('/openapi.json')).json() as OpenApiDocument;
});

function expectDocumentedAnswer(path: string, { status, json }: AgentAnswer): void {
  const check = checkOf(document, operationOf(document, path), status);
  check(json());
  expect([path, status, check.errors ?? []]).toEqual([path, status, []]);
}

function inputOf(path: string): unknown {
  const request = authorizationPath(createPkce(), { client_id: 'desk', redirect_uri: DESK_REDIRECT });
  return {
    'authorizations.inspect': { request: request.slice(request.indexOf('?') + 1) },
    'providers.discover': { email: 'ada@example.test' },
    'session.token': { audience: 'https://api.example.test' },
    'users.get': { id: userId },
    'users.getMany': { ids: [userId] },
    'users.inspect': { id: userId },
    'users.activity': { id: userId },
    'audit.get': { id: auditId.toHexString() },
    'webhooks.listDeliveries': { id: endpointId },
    'webhooks.getDelivery': { id: deliveryId },
  }[path];
}

function requestQuery(by: HttpAgent, path: string): Promise<AgentAnswer> {
  const input = inputOf(path);
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return by.request(`/trpc/${path}${query}`);
}

const QUERIES = apiProcedures().flatMap(({ path, kind }) => (kind === 'query' ? [path] : []));

describe('the document', () => {
  it('is readable from every site', async ({ app }) => {
    const { headers } = await app.agent().request('/openapi.json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('is valid OpenAPI 3.1, and clean for Redocly', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // The server of a test is at localhost.
        'no-server-example.com': 'off',
        // `/oauth/authorize` answers by redirects.
        'operation-2xx-response': 'off',
        // The metadata of OAuth is refused to nobody.
        'operation-4xx-response': 'off',
        // Documents and clients name them: the claims of a token, an input, a failure.
        'no-unused-components': 'off',
      },
    });
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('has no value twice in a list of allowed values', () => {
    const doubled: string[] = [];
    const search = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, part] of Object.entries(value)) {
        const isList = (name === 'enum' || name === 'required') && Array.isArray(part);
        if (isList && new Set(part).size < part.length) doubled.push(`${at}/${name}`);
        search(part, `${at}/${name}`);
      }
    };
    search(document, '');
    expect(doubled).toEqual([]);
  });

  it('has every procedure with its method, scope and security', () => {
    const { [BATCH_PATH]: batch, ...paths } = document.paths;
    expect(Object.keys(batch ?? {})).toEqual(['get', 'post']);
    const procedurePaths = Object.entries(paths).filter(([path]) => path.startsWith('/trpc/'));
    const operations = procedurePaths.flatMap(([path, { get, post }]) =>
      [
        get && ['query', path, get['x-foyer-scope']],
        post && ['mutation', path, post['x-foyer-scope']],
      ].filter(Boolean),
    );
    expect(operations).toEqual(
      apiProcedures().map(({ kind, path, scope }) => [kind, `/trpc/${path}`, scope]),
    );
    const security = (path: string) => operationOf(document, path).security;
    expect(security('session.list')).toEqual([{ session: [] }, { accessToken: ['sessions:read'] }]);
    expect(security('accounts.unlink')).toEqual([{ session: [] }]);
    expect(security('providers.list')).toEqual([{}, { session: [] }, { accessToken: [] }]);
  });

  it('says which procedures want a fresh verification, and which want it with a second factor', () => {
    const wants = (path: string) => {
      const operation = operationOf(document, path);
      return [operation['x-foyer-fresh'], operation['x-foyer-second-factor']];
    };
    expect(wants('session.list')).toEqual([false, false]);
    expect(wants('accounts.unlink')).toEqual([true, false]);
    expect(wants('passkeys.begin')).toEqual([true, false]);
    expect(wants('secondFactor.removeTotp')).toEqual([true, true]);
  });

  it('names the errors that each procedure declares, and under its status what each means', () => {
    expect(document['x-foyer-common-errors']).toEqual(COMMON_ERRORS);
    for (const { path, errors } of apiProcedures()) {
      const operation = operationOf(document, path);
      expect([path, operation['x-foyer-errors']]).toEqual([path, errors]);
      for (const code of [...errors, ...COMMON_ERRORS])
        expect(responseOf(document, operation, ERRORS[code].status)?.description).toContain(`\`${code}\``);
    }
  });

  it('lists each field of an input and an answer once, and says of which variant it is', () => {
    for (const { path, input, output } of apiProcedures()) {
      const shapes = [
        ...(input instanceof z.ZodType ? [schemaOf(input, 'input')] : []),
        schemaOf(output, 'output'),
      ];
      for (const shape of shapes) {
        const names = plainFields(shape as Shape).map((field) => `${field.path} ${field.when ?? ''}`);
        expect([path, names]).toEqual([path, [...new Set(names)]]);
      }
    }
  });

  it('names the version of the package', async () => {
    const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
    expect(document.info.version).toBe((JSON.parse(text) as { version: string }).version);
  });
});

describe('the answer of the running app matches the document for', () => {
  it.each(QUERIES.filter((path) => path !== 'accessTokens.current'))('%s', async (path) => {
    const answer = await requestQuery(agent, path);
    expect([path, answer.status, answer.text]).toEqual([path, 200, expect.any(String)]);
    expectDocumentedAnswer(path, answer);
    // The check refuses a wrong answer.
    expect(
      checkOf(document, operationOf(document, path), 200)({ result: { data: { nothing: 'of ours' } } }),
    ).toBe(false);
  });

  it.for(QUERIES)('%s with an access token', async (path, { app }) => {
    const { token } = await makeToken(app, agent);
    const headers = { authorization: `Bearer ${token}` };
    expect.hasAssertions();
    const bearer = { request: (address: string) => app.agent().request(address, { headers }) };
    expectDocumentedAnswer(path, await requestQuery(bearer as HttpAgent, path));
  });

  it.for(apiProcedures().filter(({ kind }) => kind === 'mutation'))(
    '$path without a session and with a wrong input',
    async ({ path }, { app }) => {
      const answer = await app.agent().postJson(`/trpc/${path}`, { unknown: true });
      if (answer.status !== 200) expectDocumentedAnswer(path, answer);
      expect(answer.status).toBeLessThan(500);
    },
  );
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
    const answer = await rawRequest(agent.origin, {
      method: 'POST',
      path,
      ...request,
      headers: {
        cookie: agent.cookieHeader,
        origin: agent.origin,
        ...('headers' in request ? request.headers : {}),
      },
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
