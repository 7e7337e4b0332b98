import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineFoyer, field } from '../../shared/foyer-config.ts';
import { declarationFaultsOf } from '../../testing/run/refused-settings.ts';
import { checkConfiguration } from './check-configuration.ts';
import { EMPTY_CONFIGURATION } from './configuration.ts';

const OPTIONS = { read: ['person'], write: ['person'], label: { en: 'Field' } } as const;

describe('checkConfiguration', () => {
  it('answers the empty configuration for an empty declaration', () => {
    expect(checkConfiguration(defineFoyer({}))).toEqual(EMPTY_CONFIGURATION);
  });

  it('answers fields, permissions, roles and hooks', () => {
    const admit = () => undefined;
    const claims = () => ({});
    const options = { ...OPTIONS, read: ['person', 'application'], session: true, indexed: true } as const;
    const configuration = checkConfiguration(
      defineFoyer({
        fields: z.object({ plan: field(z.enum(['free', 'paid']).optional(), options) }),
        access: { permissions: ['invoice:read'], roles: { accountant: ['invoice:read'], guest: [] } },
        admit,
        claims,
      }),
    );
    expect(configuration).toMatchObject({ permissions: ['invoice:read'], admit, claims });
    expect(configuration.ownFields).toMatchObject([{ name: 'plan', options }]);
    expect(Object.fromEntries(configuration.roles)).toEqual({ accountant: ['invoice:read'], guest: [] });
  });

  it('answers the roles that are declared grave, with their permissions', () => {
    const roles = {
      treasurer: { permissions: ['pay'], grave: true },
      guest: { permissions: [], grave: false },
      clerk: ['pay'],
    } as const;
    const configuration = checkConfiguration(defineFoyer({ access: { permissions: ['pay'], roles } }));
    expect([...configuration.graveRoles]).toEqual(['treasurer']);
    expect(Object.fromEntries(configuration.roles)).toEqual({
      treasurer: ['pay'],
      guest: [],
      clerk: ['pay'],
    });
  });

  it.each([
    ['no default export', undefined, 'It has no default export'],
    ['an unknown key', { acces: {} }, 'acces is unknown'],
    ['fields that are no zod object', { fields: {} }, 'fields is no z.object'],
    ['access that is no object', { access: [] }, 'access is no object'],
    ['an unknown key of access', { access: { role: {} } }, 'access role is unknown'],
    ['permissions that are no list', { access: { permissions: 'all' } }, 'access permissions is no list'],
    ['a permission with a space', { access: { permissions: ['a b'] } }, 'access permissions a b is no name'],
    ['roles that are no object', { access: { roles: ['editor'] } }, 'access roles is no object'],
    ['a role with capitals', { access: { roles: { Editor: [] } } }, 'access roles Editor is no name'],
    ['a role that is no list', { access: { roles: { editor: true } } }, 'access roles editor is no list'],
    [
      'a role with a misspelt option',
      { access: { roles: { editor: { permissions: [], gravity: true } } } },
      'access roles editor has wrong options',
    ],
    [
      'a permission of a grave role that is not declared',
      { access: { roles: { editor: { permissions: ['reed'], grave: true } } } },
      'access roles editor reed is not among',
    ],
    [
      'a permission that is not declared',
      { access: { permissions: ['read'], roles: { editor: ['reed'] } } },
      'access roles editor reed is not among',
    ],
    ['a hook that is no function', { admit: true, claims: {} }, 'admit is no function'],
  ])('names %s', (_, declared, fault) => {
    expect(declarationFaultsOf(declared)[0]).toContain(fault);
  });

  it.each([
    ['with a dash', { 'first-name': field(z.string(), OPTIONS) }, 'first-name is no name of a field'],
    ['with the name of a method', { toString: field(z.string(), OPTIONS) }, 'toString is no name'],
    ['without field(…)', { plan: z.string() }, 'plan is not declared by field'],
    [
      'that became optional after field(…)',
      { plan: field(z.string(), OPTIONS).optional() },
      'plan is not declared by field',
    ],
    ['with dates', { since: field(z.date(), OPTIONS) }, 'since is no JSON value'],
    [
      'in the session that the person does not read',
      { plan: field(z.string(), { ...OPTIONS, read: ['application'], session: true }) },
      'plan is in the session',
    ],
    [
      'with unknown options',
      { plan: field(z.string(), { ...OPTIONS, readers: [] } as never) },
      'plan has wrong options: Unrecognized key: "readers". The keys are read, write, label, session, token, indexed.',
    ],
  ])('names a field %s', (_, shape, fault) => {
    expect(declarationFaultsOf({ fields: z.object(shape as never) })[0]).toContain(`fields ${fault}`);
  });

  it('answers the scopes with their words, in the order of the declaration', () => {
    const scopes = {
      'orders:write': { label: { en: 'Change orders' }, description: { en: 'Also cancels them.' } },
      'orders:read': { label: { en: 'See orders', de: 'Bestellungen sehen' } },
    };
    expect(checkConfiguration(defineFoyer({ access: { scopes } })).scopes).toEqual([
      { name: 'orders:write', ...scopes['orders:write'] },
      { name: 'orders:read', ...scopes['orders:read'], description: null },
    ]);
  });

  const WORDS = { label: { en: 'Orders' } };
  it.each([
    ['with the name of one of Foyer’s', { 'profile:read': WORDS }, 'profile:read is reserved'],
    ['with the noun of Foyer’s', { 'profile:delete': WORDS }, 'profile:delete is reserved'],
    ['with the noun of a service key’s', { 'users:own': WORDS }, 'users:own is reserved'],
    ['without a verb', { orders: WORDS }, 'orders is no name of a scope'],
    ['with capitals', { 'Orders:write': WORDS }, 'Orders:write is no name'],
    ['with a quotation mark', { 'orders:"write': WORDS }, 'orders:"write is no name'],
    ['with a long name', { [`orders:${'w'.repeat(64)}`]: WORDS }, 'is no name of a scope'],
    ['without a label', { 'orders:write': {} }, 'orders:write has wrong options: label'],
    ['without English words', { 'orders:write': { label: { de: 'x' } } }, 'label: en is missing'],
    ['with an empty label', { 'orders:write': { label: { en: '' } } }, 'label: en: Too small'],
    ['with a label of two lines', { 'orders:write': { label: { en: 'a\nb' } } }, 'label: is one line'],
    ['with a long label', { 'orders:write': { label: { en: 'x'.repeat(81) } } }, 'at most 80'],
    [
      'with an unknown option',
      { 'orders:write': { ...WORDS, words: '' } },
      'Unrecognized key: "words". The keys are label, description.',
    ],
    ['that is a list', ['orders:write'], 'access scopes is no object of scopes'],
    [
      'too many times',
      Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`orders:x${at}`, WORDS])),
      'has 51 scopes. There may be 50',
    ],
  ])('names a scope %s', (_, scopes, fault) => {
    expect(declarationFaultsOf({ access: { scopes } })[0]).toContain(fault);
  });

  it('names all faults at once', () => {
    expect(declarationFaultsOf({ acces: {}, admit: 1, claims: 2 })).toHaveLength(3);
  });
});
