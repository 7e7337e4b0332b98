import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../../shared/event-types.ts';
import type { EventData } from '../../shared/schemas/events.ts';
import { EMPTY_CONFIGURATION } from '../configuration/configuration.ts';
import { createOpenApiDocument } from './document.ts';
import { toWebhooks } from './webhooks.ts';

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

it('are in the OpenAPI document, one for each type and one for the test, and it is valid', async () => {
  const document = createOpenApiDocument({
    url: 'https://id.example.test',
    sessionCookie: '__Host-foyer.session',
    configuration: EMPTY_CONFIGURATION,
  });
  expect(Object.keys(document['webhooks'] as object)).toEqual([...EVENT_TYPES, 'webhook.test']);
  const named = JSON.stringify(document['webhooks']).match(/`webhooks\.\w+`/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(document['paths']).toHaveProperty([`/trpc/${name.replaceAll('`', '')}`]);
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect([valid, errors ?? []]).toEqual([true, []]);
});

it.each(EVENT_TYPES)(
  'have a schema that takes a %s with its data, and the fields of later versions',
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

it('have a schema that takes a test, which is about nobody', () => {
  const test = { ...ENVELOPE, type: 'webhook.test', data: {} };
  expect(accepts('webhook.test', test)).toBe(true);
  expect(accepts('webhook.test', { ...test, type: 'user.created' })).toBe(false);
});

it('name the headers of Standard Webhooks', () => {
  for (const { post } of Object.values(webhooks))
    expect(post.parameters.map(({ name }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
});
