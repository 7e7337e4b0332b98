import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { FieldParty } from '../../../shared/configuration-types.ts';
import { defineFoyer, field } from '../../../shared/foyer-config.ts';
import { AppError } from '../../app-error.ts';
import { checkConfiguration } from '../../configuration/check-configuration.ts';
import { OWN_DATA_MAX_BYTES, changeOwnData, ownDataUpdate, validateOwnData } from './own-fields.ts';

const configuration = checkConfiguration(
  defineFoyer({
    fields: z.object({
      nickname: field(z.string().trim().max(10), {
        read: ['person', 'application', 'administrator'],
        write: ['person', 'administrator'],
        label: { en: 'Nickname' },
      }),
      plan: field(z.enum(['free', 'paid']), {
        read: ['person', 'application'],
        write: ['application'],
        label: { en: 'Plan' },
      }),
      note: field(z.string(), { read: ['administrator'], write: ['administrator'], label: { en: 'Note' } }),
      tags: field(z.array(z.string().max(3)), {
        read: ['application'],
        write: ['application'],
        label: { en: 'Tags' },
      }),
    }),
  }),
);

function issuesOf(changes: Record<string, unknown>, party: FieldParty) {
  try {
    validateOwnData(configuration, changes, party);
  } catch (error) {
    if (error instanceof AppError) return error.issues?.map(({ path, message }) => [path.join('.'), message]);
    throw error;
  }
}

describe('validateOwnData', () => {
  it('answers the values as the schema leaves them, and the removed names', () => {
    expect(validateOwnData(configuration, { nickname: ' Ada ', note: null }, 'administrator')).toEqual({
      set: { nickname: 'Ada' },
      removed: ['note'],
    });
  });

  it('names every fault with the path of the value', () => {
    expect(issuesOf({ plan: 'gold', tags: ['a', 'long'] }, 'application')).toEqual([
      ['data.plan', expect.any(String)],
      ['data.tags.1', expect.any(String)],
    ]);
  });

  it('refuses fields that the party may not write, and does not tell of those that it may not read', () => {
    expect(issuesOf({ plan: 'paid', note: 'x', unknown: 1 }, 'person')).toEqual([
      ['data.plan', 'This field is read-only.'],
      ['data.note', 'There is no such field.'],
      ['data.unknown', 'There is no such field.'],
    ]);
    expect(issuesOf({ plan: null }, 'person')).toEqual([['data.plan', 'This field is read-only.']]);
  });

  it('refuses names of object prototypes and of database operators', () => {
    const changes = JSON.parse('{"__proto__":1,"constructor":1,"$set":1,"nickname.x":1}') as Record<
      string,
      unknown
    >;
    expect(issuesOf(changes, 'person')).toHaveLength(4);
  });

  it('takes an operator object for a wrong value', () => {
    expect(issuesOf({ nickname: { $ne: 1 } }, 'person')).toEqual([['data.nickname', expect.any(String)]]);
  });
});

describe('changeOwnData', () => {
  it('keeps what the change leaves out', () => {
    const user = { data: { nickname: 'Ada', plan: 'free' } };
    expect(changeOwnData(user, { set: { plan: 'paid' }, removed: ['nickname'] })).toEqual({ plan: 'paid' });
    expect(user.data).toEqual({ nickname: 'Ada', plan: 'free' });
  });

  it('refuses more than the limit in bytes, all fields together', () => {
    const text = 'é'.repeat(OWN_DATA_MAX_BYTES / 4);
    const user = { data: { note: text } };
    expect(() => changeOwnData(user, { set: { nickname: text }, removed: [] })).toThrow(AppError);
    expect(changeOwnData(user, { set: { nickname: text }, removed: ['note'] })).toEqual({ nickname: text });
  });
});

it('names each field in the update, so that another field may change at the same time', () => {
  expect(ownDataUpdate({ data: { plan: 'free' } }, { set: { nickname: 'Ada' }, removed: ['note'] })).toEqual({
    $set: { 'data.nickname': 'Ada' },
    $unset: { 'data.note': '' },
  });
});
