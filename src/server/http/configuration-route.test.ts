import { expect } from 'vitest';
import { z } from 'zod';
import { field } from '../../shared/foyer-config.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { createTestApp } from '../../testing/app/test-app.ts';
import { OAUTH_CONFIGURATION } from '../../testing/oauth/flows.ts';
import { EMPTY_CONFIGURATION, type Configuration } from '../configuration/configuration.ts';

const PLAN = {
  read: ['person', 'application'],
  write: ['application'],
  label: { en: 'Plan', de: 'Tarif' },
  session: true,
} as const;
const plan = field(z.enum(['free', 'pro']).describe('What they pay for.'), PLAN);

const ORDERS = {
  name: 'orders:write',
  label: { en: 'Change orders', de: 'Bestellungen ändern' },
  description: null,
};

const CONFIGURATION: Configuration = {
  ...EMPTY_CONFIGURATION,
  ownFields: [{ name: 'plan', schema: plan, options: PLAN }],
  permissions: ['invoice:read', 'invoice:write'],
  roles: new Map([['accountant', ['invoice:read', 'invoice:write']]]),
  graveRoles: new Set(['accountant']),
  scopes: [ORDERS],
  // The page of a sign-in names its client, so nobody needs a list of all clients.
  clients: OAUTH_CONFIGURATION.clients,
  admit: () => ({ refuse: 'ADMISSION_REFUSED' }),
  claims: () => ({ secret: 'no' }),
};

const PATH = '/.well-known/foyer-configuration';
const it = testWith({ configuration: CONFIGURATION });

it('says the roles, permissions, scopes and own fields to every site and cache, and nothing else', async ({
  app,
}) => {
  const answer = await fetch(`${app.origin}${PATH}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(await answer.json()).toEqual({
    permissions: ['invoice:read', 'invoice:write'],
    roles: { administrator: [], accountant: ['invoice:read', 'invoice:write'] },
    graveRoles: ['administrator', 'accountant'],
    scopes: { 'orders:write': { label: ORDERS.label, description: null } },
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

it('knows the administrator alone without a configuration', async () => {
  await using app = await createTestApp();
  const answer = await fetch(`${app.origin}${PATH}`);
  expect(await answer.json()).toEqual({
    permissions: [],
    roles: { administrator: [] },
    graveRoles: ['administrator'],
    scopes: {},
    fields: {},
  });
});
