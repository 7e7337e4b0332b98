import { expect } from 'vitest';
import { z } from 'zod';
import { field } from '../../shared/foyer-config.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { createTestApp } from '../../testing/app/test-app.ts';
import { EMPTY_CONFIGURATION, type Configuration } from '../configuration/configuration.ts';

const PLAN = {
  read: ['person', 'application'],
  write: ['application'],
  label: { en: 'Plan', de: 'Tarif' },
  session: true,
} as const;
const plan = field(z.enum(['free', 'pro']).describe('What they pay for.'), PLAN);

const CONFIGURATION: Configuration = {
  ...EMPTY_CONFIGURATION,
  ownFields: [{ name: 'plan', schema: plan, options: PLAN }],
  permissions: ['invoice:read', 'invoice:write'],
  roles: new Map([['accountant', ['invoice:read', 'invoice:write']]]),
  scopes: [
    { name: 'orders:write', label: { en: 'Change orders', de: 'Bestellungen ändern' }, description: null },
  ],
  // The page of a sign-in names its client. Nobody needs a list of all of them.
  clients: [
    {
      id: 'office',
      name: 'Office',
      redirects: ['https://office.example/callback'],
      scopes: ['orders:write'],
      resources: [],
      device: false,
      authentication: { kind: 'secret', hashes: ['47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'] },
      pkce: 'required',
      idTokenAlgorithm: 'RS256',
    },
  ],
  admit: () => ({ refuse: 'ADMISSION_REFUSED' }),
  claims: () => ({ secret: 'no' }),
};

const PATH = '/.well-known/foyer-configuration';

const it = testWith({ configuration: CONFIGURATION });

it('says the roles, permissions, scopes and own fields, and nothing else', async ({ app }) => {
  const answer = await fetch(`${app.origin}${PATH}`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    permissions: ['invoice:read', 'invoice:write'],
    roles: { administrator: [], accountant: ['invoice:read', 'invoice:write'] },
    scopes: {
      'orders:write': { label: { en: 'Change orders', de: 'Bestellungen ändern' }, description: null },
    },
    fields: {
      plan: {
        schema: { type: 'string', enum: ['free', 'pro'], description: 'What they pay for.' },
        label: { en: 'Plan', de: 'Tarif' },
        read: ['person', 'application'],
        write: ['application'],
        session: true,
        token: false,
        indexed: false,
      },
    },
  });
});

it('may be cached by everybody, and read by every site', async ({ app }) => {
  const { headers } = await fetch(`${app.origin}${PATH}`);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('set-cookie')).toBeNull();
});

it('knows the administrator alone without a configuration', async () => {
  await using app = await createTestApp();
  const answer = await fetch(`${app.origin}${PATH}`);
  expect(await answer.json()).toEqual({
    permissions: [],
    roles: { administrator: [] },
    scopes: {},
    fields: {},
  });
});
