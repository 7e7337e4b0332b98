import { readFile } from 'node:fs/promises';
import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
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
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { ERRORS } from '../../shared/errors/catalogue.ts';
import { plainFields, type Shape } from '../../shared/plain-fields.ts';
import { COMMON_ERRORS } from '../trpc/procedure-meta.ts';
import { apiProcedures } from './api-procedures.ts';
import { BATCH_PATH } from './batch.ts';
import { API_VERSION } from './document.ts';
import { schemaOf } from './json-schema.ts';

const it = testWith({ configuration: OAUTH_CONFIGURATION });
let agent: HttpAgent;
let document: OpenApiDocument;
let userId: string;
let endpointId: string;
let deliveryId: string;
it.beforeAll(async ({ app }) => {
  agent = await app.signInByMail('openapi@example.test');
  const { users } = app.deps.collections;
  const user = await users.findOneAndUpdate(
    { email: 'openapi@example.test' },
    { $set: { roles: [ADMINISTRATOR] } },
  );
  userId = user?._id.toHexString() ?? '';
  const endpoint = await storeEndpoint(app.deps, { url: 'https://app.example.test/hooks' });
  await handOverNewEvents(app.deps, 1);
  endpointId = endpoint.id;
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
  it('is valid OpenAPI 3.1, and readable from every site', async ({ app }) => {
    const result = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    );
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    const { headers } = await app.agent().request('/openapi.json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('is valid for swagger-parser, and clean for Redocly', async () => {
    type Parsed = Parameters<typeof SwaggerParser.validate>[0];
    await SwaggerParser.validate(structuredClone(document) as unknown as Parsed);
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
    const problems = await lintFromString({
      source: JSON.stringify(document),
      config,
      absoluteRef: 'openapi.json',
    });
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
    expect(operationOf(document, 'phone.verify')['x-foyer-errors']).toEqual([
      'INVALID_INPUT',
      'ACCESS_TOKEN_INVALID',
      'ACCESS_TOKEN_REFUSED',
      'SessionRequired',
      'IMPERSONATION_REFUSED',
      'CODE_INVALID',
      'CODE_DEAD',
      'CODE_OTHER_BROWSER',
    ]);
    expect(operationOf(document, 'session.signInWith')['x-foyer-errors']).not.toContain(
      'LAST_SIGN_IN_METHOD',
    );
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

  it('says what each procedure does, first in one sentence', () => {
    for (const { path, summary } of apiProcedures()) {
      expect([path, summary]).toEqual([path, expect.stringMatching(/^[A-Z].{10,}\.$/s)]);
      const operation = operationOf(document, path);
      expect(operation.description).toBe(summary);
      expect(summary.startsWith(`${operation.summary}.`)).toBe(true);
    }
  });

  it('names the version of the package', async () => {
    const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
    expect([document.info.version, API_VERSION]).toEqual(
      Array(2).fill((JSON.parse(text) as { version: string }).version),
    );
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
