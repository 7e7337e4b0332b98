import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../testing/client/render-app.tsx';

const text = { type: 'string' };

function operation(operationId: string, changes: object = {}) {
  const data = { anyOf: [{ $ref: '#/components/schemas/Profile' }, { type: 'null' }] };
  const schema = { type: 'object', properties: { result: { type: 'object', properties: { data } } } };
  return {
    operationId,
    description: 'Says something, with `profile:read`.',
    responses: { 200: { content: { 'application/json': { schema } } } },
    security: [{ session: [] }, { accessToken: ['profile:read'] }],
    'x-foyer-scope': 'profile:read',
    'x-foyer-fresh': false,
    'x-foyer-second-factor': false,
    'x-foyer-errors': ['SessionRequired'],
    ...changes,
  };
}

const input = { type: 'object', properties: { id: text, note: text }, required: ['id'] };
/** They have no field with a constant value, and one field in common. */
const VARIANTS = [
  { type: 'object', properties: { code: text, note: text }, required: ['code'] },
  { type: 'object', properties: { passkey: text, note: text }, required: ['passkey'] },
];
const WITH_OBJECT = {
  type: 'object',
  properties: { limit: { type: 'integer' }, data: { type: 'object', properties: { plan: text } } },
};
const DOCUMENT = {
  servers: [{ url: 'https://id.example' }],
  components: {
    schemas: {
      Profile: {
        type: 'object',
        properties: { id: text, name: { type: ['string', 'null'] } },
        required: ['id'],
      },
      ThingsRemoveInput: input,
    },
    securitySchemes: { session: { name: '__Host-foyer.session' } },
  },
  paths: {
    '/trpc/profile.get': { get: operation('profile.get') },
    '/trpc/things.list': {
      get: operation('things.list', {
        parameters: [
          { name: 'ids', required: true, description: 'Which.', schema: { type: 'array', items: text } },
          { name: 'limit', required: false, description: 'How many.', schema: { type: 'integer' } },
        ],
      }),
    },
    '/trpc/things.search': {
      get: operation('things.search', {
        parameters: [
          { name: 'limit', required: false, schema: { type: 'integer' } },
          { name: 'input', required: false, schema: { type: 'string', contentSchema: WITH_OBJECT } },
        ],
      }),
    },
    '/trpc/{procedures}': { get: { operationId: 'batch.query' } },
    '/trpc/things.remove': {
      post: operation('things.remove', {
        description: 'Removes a thing.',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ThingsRemoveInput' } } },
        },
        security: [{ session: [] }],
        'x-foyer-scope': 'session',
        'x-foyer-fresh': true,
        'x-foyer-errors': ['NOT_FOUND'],
      }),
    },
    '/trpc/things.renew': {
      post: operation('things.renew', {
        description: 'Renews everything.',
        requestBody: { content: { 'application/json': { schema: { anyOf: VARIANTS } } } },
        security: [{ session: [] }],
        'x-foyer-scope': 'session',
        'x-foyer-fresh': true,
        'x-foyer-second-factor': true,
      }),
    },
  },
};

afterEach(() => vi.unstubAllGlobals());

function answer(respond: () => Response): void {
  vi.stubGlobal('fetch', async (address: string) => {
    expect(address).toBe('/openapi.json');
    return Promise.resolve(respond());
  });
}

function rowsOf(procedure: string, table = 'Input') {
  const article = within(screen.getByRole('article', { name: procedure }));
  const rows = within(article.getByRole('table', { name: table, hidden: true }));
  return rows.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
}

test('shows description, access, fields, errors and a command for each procedure', async () => {
  answer(() => Response.json(DOCUMENT));
  using app = renderApp('/developers', {});
  const get = within(await screen.findByRole('article', { name: 'profile.get' }));
  expect(get.getByText(/Says something/).querySelector('code')?.textContent).toBe('profile:read');
  expect(get.getByText(/Anyone who is signed in/).textContent).toContain('an access token with profile:read');
  expect(get.getByText(/^curl/).textContent).toBe(
    'curl -s https://id.example/trpc/profile.get -H "authorization: Bearer $FOYER_TOKEN"',
  );
  expect(rowsOf('profile.get', 'Answer')).toEqual([
    'FieldType',
    'the whole valueobject | null',
    'idstring',
    'namestring | null may be left out',
  ]);
  const remove = within(screen.getByRole('article', { name: 'things.remove' }));
  expect(remove.getByText(/within ten minutes/).textContent).toContain('no access token');
  expect(remove.getByText(/^curl/).textContent).toBe(
    `curl -s https://id.example/trpc/things.remove -b "__Host-foyer.session=$FOYER_SESSION" -H 'origin: https://id.example' -H 'content-type: application/json' -d '{"id":"…"}'`,
  );
  const renew = within(screen.getByRole('article', { name: 'things.renew' }));
  expect(renew.getByText(/^Verified with a second factor/).textContent).toContain('no access token');
  expect(rowsOf('things.renew')).toEqual([
    'FieldType',
    'codestring where code: …',
    'notestring may be left out',
    'passkeystring where passkey: …',
  ]);
  const list = within(screen.getByRole('article', { name: 'things.list' }));
  expect(list.getByText(/^curl/).textContent).toBe(
    `curl -s https://id.example/trpc/things.list -G --data-urlencode 'ids=…' -H "authorization: Bearer $FOYER_TOKEN"`,
  );
  expect(rowsOf('things.list')).toEqual([
    'FieldType',
    'idsstring[]Which.',
    'limitintegerHow many. may be left out',
  ]);
  expect(rowsOf('things.search').slice(1)).toEqual([
    'limitinteger may be left out',
    'dataobject may be left out',
    'data.planstring may be left out',
  ]);
  expect(screen.getByRole('link', { name: 'As OpenAPI 3.1' }).getAttribute('href')).toBe('/openapi.json');
  expect(app.calls).toEqual([]);
});

test('searches by names, scopes, errors and words', async () => {
  answer(() => Response.json(DOCUMENT));
  using app = renderApp('/developers', {});
  const field = await screen.findByLabelText('Search');
  expect(screen.getByText('5 procedures')).toBeDefined();
  await app.fill(field, 'NOT_FOUND thing');
  expect(await screen.findByText('1 procedure')).toBeDefined();
  expect(screen.queryByRole('article', { name: 'profile.get' })).toBeNull();
  await app.fill(field, ' nonsense');
  expect(await screen.findByText('Nothing matches.')).toBeDefined();
  await app.user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('5 procedures')).toBeDefined();
});

test('shows a failed load and reloads with "Try again"', async () => {
  let away = true;
  answer(() => (away ? new Response('', { status: 503 }) : Response.json(DOCUMENT)));
  using app = renderApp('/developers', {}, { locale: 'de' });
  expect((await screen.findByRole('alert')).textContent).toContain('konnte nicht geladen werden');
  away = false;
  await app.user.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await screen.findByText('5 Prozeduren')).toBeDefined();
});
