import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import type { Settings } from '../../settings/settings.ts';
import { person } from '../../../shared/schemas/users.ts';
import { EMPTY_CONFIGURATION } from '../../configuration/configuration.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { toUser } from './user.ts';
import { aUserDocument } from '../../../testing/users/users.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { it } from '../../../testing/app/fixture.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const ADA = aUserDocument({ email: 'ada@example.test', createdAt: NOW });
const deps = { configuration: EMPTY_CONFIGURATION, now: () => NOW, settings: { basePath: '' } as Settings };
const show = (changes: Partial<UserDocument>) => toUser(deps, { kind: 'server' }, { ...ADA, ...changes });

describe('a person', () => {
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
      'invited without a verified address',
      { emailVerified: null },
      { state: 'invited', emailVerified: false },
    ],
    [
      'active without an address',
      { email: undefined, emailVerified: null },
      { state: 'active', email: null },
    ],
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
});

const AT = new Date('2026-11-02T09:00:00.000Z');

describe('users.inspect', () => {
  it('answers how the person signs in and where, without a secret', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const { id, email } = await aSignedInUser(app);
    const unusedApp = { id: new ObjectId(), lastUsedAt: null, lastStep: 0, drift: 0 };
    await app.deps.collections.users.updateOne(
      { email },
      {
        $set: {
          password: { hash: '$argon2id$secret', changedAt: AT },
          phone: { e164: '+4915123456789', verifiedAt: AT },
          totp: [{ ...unusedApp, name: 'Old phone', secret: 'sealed-secret', createdAt: AT }],
          recoveryCodes: { hashes: ['secret-hash', 'other-secret-hash'], createdAt: AT },
          secondFactorRemoval: {
            id: new ObjectId(),
            stopTokenHash: 'secret-token-hash',
            requestedAt: AT,
            runsAt: new Date(app.deps.now().getTime() + 60_000),
            reason: 'Lost both',
          },
        },
      },
    );
    const details = await client.users.inspect.query({ id });
    const none = { name: null, label: null, addedAt: AT.toISOString(), lastUsedAt: null, isConfirmed: true };
    expect(details.signInMethods).toEqual([
      { ...none, kind: 'email', label: email, addedAt: expect.any(String) },
      { ...none, kind: 'password' },
      { ...none, kind: 'phone', label: '+49 1512 3456789' },
      { ...none, kind: 'authenticator-app', name: 'Old phone' },
      { ...none, kind: 'recovery-codes', label: '2' },
    ]);
    expect(details.secondFactorRemoval).toMatchObject({ reason: 'Lost both' });
    expect(details.devices).toMatchObject([{ current: false }]);
    expect(details.accessTokens).toEqual([]);
    expect(JSON.stringify(details)).not.toMatch(/secret/);
  });

  it('does not list an address that nobody has verified', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const { id } = await client.users.create.mutate({ email: uniqueEmail() });
    expect(await client.users.inspect.query({ id })).toMatchObject({ signInMethods: [], devices: [] });
  });

  it('answers NOT_FOUND for an unknown id and for a deleted person', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const unknown = new ObjectId().toHexString();
    const { id } = await client.users.create.mutate({ email: uniqueEmail() });
    await client.users.delete.mutate({ id, reason: 'Asked for it' });
    for (const gone of [unknown, id]) {
      expect(await appCodeOf(client.users.inspect.query({ id: gone }))).toBe('NOT_FOUND');
      expect(await appCodeOf(client.users.activity.query({ id: gone }))).toBe('NOT_FOUND');
    }
  });
});

describe('users.activity', () => {
  it('pages through the activity of that person alone', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const { id, email } = await aSignedInUser(app);
    await app.signInByMail(email);
    const first = await client.users.activity.query({ id, limit: 1 });
    expect(first.events).toMatchObject([{ kind: 'sign-in', thisDevice: false }]);
    const second = await client.users.activity.query({ id, limit: 1, cursor: first.nextCursor ?? '' });
    expect(second.events).toMatchObject([{ kind: 'sign-in' }]);
    expect(second.nextCursor).toBeNull();
    expect(second.events[0]?.id).not.toBe(first.events[0]?.id);
  });
});
