import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EMPTY_CONFIGURATION } from '../configuration/configuration.ts';
import { apiProcedures } from './api-procedures.ts';
import { createOpenApiDocument } from './document.ts';
import { NAMED_ANSWERS, NAMED_INPUTS } from './named-schemas.ts';
import { EVENT_TYPES } from '../../shared/event-types.ts';
import type { EventData } from '../../shared/schemas/events.ts';
import { toWebhooks } from './webhooks.ts';

const document = createOpenApiDocument({
  url: 'https://id.example.test',
  sessionCookie: '__Host-foyer.session',
  configuration: EMPTY_CONFIGURATION,
});
const { schemas } = document['components'] as { schemas: Readonly<Record<string, object>> };
const paths = document['paths'] as Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>;

interface Found {
  readonly at: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Without fields of that name. */
function findWith(keyword: string, value: unknown = document, at = ''): Found[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.hasOwn(value, keyword) && !at.endsWith('/properties');
  const schema = value as Found['schema'];
  return [
    ...(own ? [{ at, schema }] : []),
    ...Object.entries(value).flatMap(([name, inner]) => findWith(keyword, inner, `${at}/${name}`)),
  ];
}

const OF_INPUTS = /^\/components\/schemas\/\w+Input\b|\/requestBody\/|\/contentSchema\b/;

describe('the schemas of the document', () => {
  it('have a type beside each enum and each constant', () => {
    const found = [...findWith('enum'), ...findWith('const')];
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter(({ schema }) => typeof schema['type'] !== 'string').map(({ at }) => at)).toEqual([]);
  });

  it('refer to parts that are there', () => {
    const refs = findWith('$ref').map(({ schema }) => String(schema['$ref']));
    expect(refs).toContain('#/components/schemas/Session');
    for (const ref of new Set(refs)) {
      const names = ref.slice('#/'.length).split('/');
      let part: unknown = document;
      for (const name of names) part = (part as Record<string, unknown>)[name];
      expect([ref, typeof part]).toEqual([ref, 'object']);
    }
  });

  it('let answers have more fields, and refuse them in inputs', () => {
    const closed = findWith('additionalProperties').filter(
      ({ schema }) => schema['additionalProperties'] === false,
    );
    expect(closed.map(({ at }) => at).filter((at) => !OF_INPUTS.test(at))).toEqual([]);
    expect(schemas['PhoneNumberInput']).toHaveProperty('additionalProperties', false);
  });

  it('name the input and the answer of each procedure', () => {
    for (const { path, kind, input } of apiProcedures()) {
      const operation = paths[`/trpc/${path}`]?.[kind === 'query' ? 'get' : 'post'];
      const responses = operation?.['responses'] as Record<number, unknown>;
      expect([path, responses[200]]).toMatchObject([
        path,
        {
          content: {
            'application/json': {
              schema: {
                properties: { result: { properties: { data: { $ref: expect.any(String) as string } } } },
              },
            },
          },
        },
      ]);
      if (kind === 'query' || !(input instanceof z.ZodType)) continue;
      expect([path, operation?.['requestBody']]).toMatchObject([
        path,
        { content: { 'application/json': { schema: { $ref: expect.stringMatching(/Input$/) as string } } } },
      ]);
    }
  });

  it('have names of their own where several procedures share them', () => {
    const inTables = new Set([...Object.values(NAMED_ANSWERS), ...Object.values(NAMED_INPUTS)]);
    const uses = new Map<unknown, string[]>();
    for (const { path, kind, input, output } of apiProcedures())
      for (const schema of kind === 'mutation' ? [input, output] : [output])
        if (schema instanceof z.ZodType && !inTables.has(schema))
          uses.set(schema, [...(uses.get(schema) ?? []), path]);
    expect([...uses.values()].filter((users) => users.length > 1)).toEqual([]);
    for (const name of Object.keys(NAMED_INPUTS)) expect(name).toMatch(/Input$/);
  });

  it('name the part of a later version, which clients take', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const check = ajv.compile({ $ref: '#/components/schemas/Navigation', components: { schemas } });
    expect(check({ url: 'https://id.example.test/', later: true })).toBe(true);
    expect(check({})).toBe(false);
  });

  it('let answers have texts in more languages', () => {
    const listed = findWith('propertyNames').map(({ at }) => at);
    expect(listed.filter((at) => !OF_INPUTS.test(at))).toEqual([]);
    const { DeclaredField } = schemas as { DeclaredField?: { properties: { label: object } } };
    const label = new Ajv2020().compile(DeclaredField?.properties.label ?? {});
    expect(label({ en: 'Team', pt: 'Equipe' })).toBe(true);
    expect(label({ en: 1 })).toBe(false);
  });
});

describe('the parameters of a query', () => {
  const parametersOf = (path: string) =>
    paths[`/trpc/${path}`]?.['get']?.['parameters'] as readonly Readonly<Record<string, unknown>>[];

  it('are the fields of its input', () => {
    expect(parametersOf('activity.list')).toEqual([
      expect.objectContaining({ name: 'cursor', required: false, schema: { type: 'string', maxLength: 64 } }),
      expect.objectContaining({
        name: 'limit',
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
      }),
      expect.objectContaining({
        name: 'kinds',
        style: 'form',
        explode: true,
        schema: expect.objectContaining({ type: 'array', minItems: 1 }) as object,
      }),
    ]);
    expect(parametersOf('users.get')).toEqual([expect.objectContaining({ name: 'id', required: true })]);
    expect(parametersOf('session.get')).toBeUndefined();
  });

  it('have the whole input as JSON only where a field is an object', () => {
    const withInput = Object.keys(paths).filter((path) =>
      (paths[path]?.['get']?.['parameters'] as readonly { name: string }[] | undefined)?.some(
        ({ name }) => name === 'input',
      ),
    );
    expect(withInput).toEqual(['/trpc/users.list', '/trpc/{procedures}']);
    expect(parametersOf('users.list').at(-1)).toMatchObject({
      required: false,
      schema: { type: 'string', contentSchema: { properties: { data: { type: 'object' } } } },
    });
  });
});

interface Webhook {
  readonly post: {
    readonly parameters: readonly { readonly name: string }[];
    readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } };
  };
}

const DATA: EventData = {
  'user.created': { by: 'import' },
  'user.updated': { changed: ['name', 'data.plan'] },
  'user.suspended': { until: null },
  'user.resumed': {},
  'user.deleted': {},
  'email.changed': { verified: true },
  'session.created': { sessionId: 's', methods: ['password', 'totp'], clientId: null },
  'session.ended': { which: 'all', sessionId: null },
  'method.added': { method: 'provider', provider: 'google', id: '1' },
  'method.removed': { method: 'passkey', provider: null, id: null },
  'second_factor.changed': { change: 'all-removed' },
  'roles.changed': { added: ['accountant'], removed: [] },
  'impersonation.started': { administratorId: 'a', sessionId: 's' },
  'impersonation.ended': { administratorId: 'a', sessionId: 's' },
};
const ENVELOPE = { id: '6921a0c0f0f0f0f0f0f0f0f0', timestamp: '2026-11-22T12:00:00.000Z' };
const SUBJECT = { subject: '6921a0c0f0f0f0f0f0f0f0f1', sequence: 1 };

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const webhooks = toWebhooks() as Record<string, Webhook>;
const accepts = (type: string, body: object) => {
  const schema = webhooks[type]?.post.requestBody.content['application/json'].schema;
  return schema !== undefined && ajv.validate(schema, body);
};

it('has webhooks, one for each type and one for the test', () => {
  expect(Object.keys(document['webhooks'] as object)).toEqual([...EVENT_TYPES, 'webhook.test']);
  const named = JSON.stringify(document['webhooks']).match(/`webhooks\.\w+`/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(document['paths']).toHaveProperty([`/trpc/${name.replaceAll('`', '')}`]);
});

it.each(EVENT_TYPES)(
  'the webhooks have a schema that takes a %s with its data, and the fields of later versions',
  (type) => {
    const event = { ...ENVELOPE, ...SUBJECT, type, data: DATA[type] };
    expect(accepts(type, event)).toBe(true);
    expect(accepts(type, { ...event, later: 1, data: { ...DATA[type], later: true } })).toBe(true);
    for (const field of Object.keys(event)) {
      expect(accepts(type, { ...event, [field]: undefined })).toBe(false);
    }
    expect(accepts(type, { ...event, type: 'webhook.test' })).toBe(false);
  },
);

it('the webhooks have a schema that takes a test, which is about nobody', () => {
  const test = { ...ENVELOPE, type: 'webhook.test', data: {} };
  expect(accepts('webhook.test', test)).toBe(true);
  expect(accepts('webhook.test', { ...test, type: 'user.created' })).toBe(false);
});

it('the webhooks name the headers of Standard Webhooks', () => {
  for (const { post } of Object.values(webhooks))
    expect(post.parameters.map(({ name }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
});
