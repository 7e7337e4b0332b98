import type { Settings } from '../../settings/settings.ts';
import { ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import { person } from '../../../shared/schemas/users.ts';
import { EMPTY_CONFIGURATION } from '../../configuration/configuration.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { toUser } from './user.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const ADA: UserDocument = {
  _id: new ObjectId(),
  name: 'Ada',
  nameKey: 'ada',
  email: 'ada@example.test',
  emailVerified: NOW,
  locale: 'en',
  accounts: [],
  createdAt: NOW,
  updatedAt: NOW,
};

const deps = { configuration: EMPTY_CONFIGURATION, now: () => NOW, settings: { basePath: '' } as Settings };
const show = (changes: Partial<UserDocument>) => toUser(deps, { kind: 'server' }, { ...ADA, ...changes });

it('shows what is stored, in the shape of the schema', () => {
  const shown = show({
    externalId: 'crm-7',
    phone: { e164: '+4915112345678', verifiedAt: NOW },
    roles: ['editor'],
    lastSignInAt: NOW,
    password: { hash: 'a hash that nobody may see', changedAt: NOW },
  });
  expect(person.parse(shown)).toEqual(shown);
  expect(shown).toEqual({
    id: ADA._id.toHexString(),
    externalId: 'crm-7',
    name: 'Ada',
    email: 'ada@example.test',
    emailVerified: true,
    phone: '+4915112345678',
    image: null,
    locale: 'en',
    roles: ['editor'],
    state: 'active',
    suspension: null,
    data: {},
    createdAt: NOW.toISOString(),
    lastSignInAt: NOW.toISOString(),
  });
});

const suspension = { reason: 'Spam', at: NOW, until: null };
const shownSuspension = { ...suspension, at: NOW.toISOString() };
const SOON = new Date(NOW.getTime() + 1);
it.each([
  [
    'invited while the address is not verified',
    { emailVerified: null },
    { state: 'invited', emailVerified: false },
  ],
  ['active without an address', { email: undefined, emailVerified: null }, { state: 'active', email: null }],
  [
    'suspended while a suspension holds, also without a verified address',
    { suspension, emailVerified: null },
    { state: 'suspended', suspension: shownSuspension },
  ],
  [
    'suspended until the end of the suspension',
    { suspension: { ...suspension, until: SOON } },
    { state: 'suspended', suspension: { ...shownSuspension, until: SOON.toISOString() } },
  ],
  [
    'active, without the suspension, from its end on',
    { suspension: { ...suspension, until: NOW } },
    { state: 'active', suspension: null },
  ],
])('is %s', (_what, changes, expected) => {
  expect(show(changes as Partial<UserDocument>)).toMatchObject(expected);
});
