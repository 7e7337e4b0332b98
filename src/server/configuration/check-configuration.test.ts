import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineFoyer, field } from '../../shared/foyer-config.ts';
import { checkConfiguration, ConfigurationFaults } from './check-configuration.ts';
import { EMPTY_CONFIGURATION } from './configuration.ts';

const OPTIONS = { read: ['person'], write: ['person'], label: { en: 'Field' } } as const;

function faultsOf(declared: unknown): string[] {
  try {
    checkConfiguration(declared);
  } catch (error) {
    if (error instanceof ConfigurationFaults)
      return error.faults.map(({ path, message }) => [...path, message].join(' '));
    throw error;
  }
  return [];
}

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
      'a permission that is not declared',
      { access: { permissions: ['read'], roles: { editor: ['reed'] } } },
      'access roles editor reed is not among',
    ],
    ['a hook that is no function', { admit: true, claims: {} }, 'admit is no function'],
  ])('names %s', (_, declared, fault) => {
    expect(faultsOf(declared)[0]).toContain(fault);
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
      'plan has wrong options: Unrecognized key: "readers"',
    ],
  ])('names a field %s', (_, shape, fault) => {
    expect(faultsOf({ fields: z.object(shape as never) })[0]).toContain(`fields ${fault}`);
  });

  it('names all faults at once', () => {
    expect(faultsOf({ acces: {}, admit: 1, claims: 2 })).toHaveLength(3);
  });
});
