import { hashSync as argon2Sync } from '@node-rs/argon2';
import { hashSync } from 'bcryptjs';
import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import {
  exportUsersInput,
  type ExportUsersOutput,
  type importedUser,
  importUsersInput,
  type ImportUsersOutput,
} from '../../../../shared/schemas/users-import.ts';
import type { ServiceScope } from '../../../../shared/service-scopes.ts';
import { appCodeOf } from '../../../../testing/app/app-code.ts';
import { callAsScript } from '../../../../testing/users/access-tokens.ts';
import { makeAdministrator, makeServiceKey } from '../../../../testing/users/administrators.ts';
import { makeAuthenticator } from '../../../../testing/sign-in/authenticator-apps.ts';
import { testWith } from '../../../../testing/app/fixture.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../../testing/providers/identity-provider.ts';
import { createPasskey, signInWithPasskey, takePasskeys } from '../../../../testing/sign-in/passkeys.ts';
import { OTHER_PASSWORD, PASSWORD } from '../../../../testing/sign-in/passwords.ts';
import { startProviderVisits } from '../../../../testing/providers/provider-visits.ts';
import { beginSignIn } from '../../../../testing/sign-in/second-step.ts';
import { SoftwareAuthenticator } from '../../../../testing/sign-in/software-authenticator.ts';
import type { TestApp } from '../../../../testing/app/test-app.ts';
import { uniqueEmail, uniqueName } from '../../../../testing/run/unique-name.ts';
import { refusalOf } from '../../../../testing/database/written.ts';
import { EMPTY_CONFIGURATION } from '../../../configuration/configuration.ts';
import { deleteOtherUser } from '../user-deletion.ts';
import { importUsers } from './import-users.ts';
import { storeUsers } from '../../../../testing/users/users.ts';
import { NO_REQUEST } from '../../rules/request-context.ts';
import { readUsers } from '../../../../testing/users/user-pages.ts';
import { exportUsers } from './export-users.ts';

let provider: IdentityProvider;
const it = testWith(() => ({
  productHashing: true,
  providers: () => Promise.resolve([provider.settings]),
  configuration: {
    ...EMPTY_CONFIGURATION,
    roles: new Map([['editor', []]]),
    ownFields: [
      {
        name: 'plan',
        schema: z.enum(['free', 'paid']),
        options: { read: ['application'], write: ['application'], label: { en: 'Plan' } },
      },
      {
        name: 'note',
        schema: z.string(),
        options: { read: ['administrator'], write: ['administrator'], label: { en: 'Note' } },
      },
    ],
  },
}));
it.beforeAll(async () => {
  provider = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  return () => provider.close();
});

type Row = z.input<typeof importedUser>;
const row = <Changes extends Partial<Row>>(changes?: Changes) => ({
  externalId: uniqueName(),
  email: uniqueEmail(),
  emailVerified: true,
  ...(changes as Changes),
});

async function importAs(
  app: TestApp,
  people: readonly object[],
  { scopes = ['users:import'] as ServiceScope[], dryRun = false } = {},
): Promise<ImportUsersOutput> {
  const { authorization } = await makeServiceKey(app, scopes);
  const { text, status } = await callAsScript(app, authorization, 'users.import', {
    input: { people, dryRun },
  });
  if (status !== 200) throw new Error(text);
  return (JSON.parse(text) as { result: { data: ImportUsersOutput } }).result.data;
}
const stored = (app: TestApp, { externalId }: { externalId: string }) =>
  app.deps.collections.users.findOne({ externalId });
const reasonsOf = ({ refused }: ImportUsersOutput) => refused.map(({ reason }) => reason);

describe('users.import', () => {
  it('asks for the code of an imported authenticator app', async ({ app }) => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const one = row({ passwordHash: hashSync('old secret', 4), totp: [{ secret }] });
    await importAs(app, [one]);
    const agent = await beginSignIn(app, one.email, { password: 'old secret' });
    const code = makeAuthenticator(app, secret).code();
    await app.client(agent).session.completeSignIn.mutate({ code });
    expect(await app.client(agent).session.get.query()).toMatchObject({ aal: 2 });
    expect(JSON.stringify(await stored(app, one))).not.toContain(secret);
  });

  it('lets an imported passkey sign in', async ({ app }) => {
    const authenticator = new SoftwareAuthenticator({ origin: app.origin });
    const email = uniqueEmail();
    await createPasskey(app, await app.signInByMail(email), authenticator);
    const { passkeys, passkeyHandle } = await takePasskeys(app, email);
    const one = row({ email, passkeys });
    expect(reasonsOf(await importAs(app, [one]))).toEqual(['passkey-handle-missing']);
    expect((await importAs(app, [{ ...one, passkeyHandle }])).created).toBe(1);
    const agent = await signInWithPasskey(app, authenticator);
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { email } });
  });

  it('lets an imported subject of a provider sign in to the imported account', async ({ app }) => {
    const login = uniqueName();
    const one = row({ accounts: [{ provider: provider.settings.id, providerAccountId: login }] });
    await importAs(app, [one]);
    const { agent } = await startProviderVisits(app).signIn(provider, { login, email: uniqueEmail() });
    expect(await app.client(agent).session.get.query()).toMatchObject({ user: { email: one.email } });
  });

  it('stores phone, language, creation, roles and own fields', async ({ app }) => {
    const one = row({
      phone: '+4915112345678',
      locale: 'de',
      createdAt: '2020-02-03T04:05:06.000Z',
      roles: ['editor', 'editor'],
      data: { plan: 'paid' },
    });
    await importAs(app, [one], { scopes: ['users:import', 'roles:write'] });
    expect(await stored(app, one)).toMatchObject({
      phone: { e164: '+4915112345678' },
      locale: 'de',
      createdAt: new Date('2020-02-03T04:05:06.000Z'),
      roles: ['editor'],
      data: { plan: 'paid' },
    });
  });

  it('leaves the address unverified that the former system has not checked', async ({ app }) => {
    const one = row({ emailVerified: false, passwordHash: hashSync('old secret', 4) });
    await importAs(app, [one]);
    const { password } = app.client(app.agent());
    const signIn = password.signIn.mutate({ email: one.email, password: 'old secret' });
    expect(await appCodeOf(signIn)).toBe('CredentialsSignin');
    const agent = await app.signInByMail(one.email);
    expect(await app.client(agent).password.get.query()).toMatchObject({ changedAt: null });
    expect(await stored(app, one)).toMatchObject({ externalId: one.externalId });
  });

  it('imports 500 people in one call', async ({ app }) => {
    const passwordHash = hashSync('old secret', 4);
    const people = Array.from({ length: 500 }, () => row({ passwordHash }));
    expect(await importAs(app, people)).toEqual({ created: 500, existing: 0, refused: [] });
  });

  it('writes one row of the audit log for each person, which they do not see', async ({ app }) => {
    const people = [row(), row()];
    await importAs(app, people);
    for (const one of people) {
      const user = await stored(app, one);
      expect(user?.outbox).toEqual([]);
      const id = user?._id ?? new ObjectId();
      expect(await app.deps.collections.audit.find({ 'subject.id': id }).toArray()).toMatchObject([
        { action: 'user-imported', actor: { kind: 'service-key' }, after: { externalId: one.externalId } },
      ]);
      expect(await app.deps.collections.activity.countDocuments({ userId: id })).toBe(0);
    }
  });
});

describe('people who exist (security.md 47)', () => {
  it('stay as they are when their external id comes again', async ({ app }) => {
    const one = row({ passwordHash: hashSync('old secret', 4) });
    await importAs(app, [one]);
    const before = await stored(app, one);
    const again = { ...one, email: uniqueEmail(), passwordHash: hashSync('new secret', 4), name: 'Eve' };
    expect(await importAs(app, [again])).toEqual({ created: 0, existing: 1, refused: [] });
    expect(await stored(app, one)).toEqual(before);
    expect(await app.deps.collections.users.countDocuments({ externalId: one.externalId })).toBe(1);
  });

  it('are never joined by their address, also when they came by mail', async ({ app }) => {
    const email = uniqueEmail();
    const agent = await app.signInByMail(email);
    const before = await app.deps.collections.users.findOne({ email });
    const one = row({ email: email.toUpperCase(), passwordHash: hashSync('of somebody else', 4) });
    const { externalId } = one;
    const refusal = { reason: 'email-taken', message: 'Somebody else has this address.' };
    expect(await importAs(app, [one])).toEqual({
      created: 0,
      existing: 0,
      refused: [{ index: 0, externalId, ...refusal }],
    });
    expect(await app.deps.collections.users.findOne({ email })).toEqual(before);
    expect(await app.client(agent).password.get.query()).toMatchObject({ changedAt: null });
  });

  it('keep their number, provider account, passkey and reserved address', async ({ app }) => {
    const [login, id] = [uniqueName(), uniqueName()];
    const account = { provider: provider.settings.id, providerAccountId: login };
    const holder = row({ phone: '+4915112340001', accounts: [account] });
    await importAs(app, [holder]);
    await app.deps.collections.users.updateOne({ externalId: holder.externalId }, [
      {
        $set: {
          passkeys: [{ id, publicKey: 'AAAA' }],
          emailUndos: [{ email: `kept-${id}@example.test`, expires: new Date(Date.now() + 60_000) }],
        },
      },
    ]);
    const outcome = await importAs(app, [
      row({ phone: '+4915112340001' }),
      row({ accounts: [account] }),
      row({ email: `kept-${id}@example.test` }),
      row({ email: holder.email }),
    ]);
    expect(outcome.created).toBe(0);
    expect(reasonsOf(outcome)).toEqual(['phone-taken', 'account-taken', 'email-reserved', 'email-taken']);
  });

  it('does not bring a deleted person back, and keeps only a hash of the external id', async ({ app }) => {
    const { users, deletedExternalIds } = app.deps.collections;
    const externalId = uniqueName();
    const person = { externalId, email: uniqueEmail(), emailVerified: true };
    const other = { externalId: uniqueName() };
    const run = (people: object[], dryRun = false) =>
      importUsers(app.deps, { kind: 'server' }, importUsersInput.parse({ people, dryRun }), NO_REQUEST);
    expect(await run([person])).toMatchObject({ created: 1 });
    const user = await users.findOne({ externalId });
    if (!user) throw new Error('the person was not imported');
    await deleteOtherUser(
      app.deps,
      { kind: 'server' },
      { id: user._id.toHexString(), reason: 'Asked for it' },
      NO_REQUEST,
    );

    expect(await run([person, other], true)).toEqual({ created: 1, existing: 1, refused: [] });
    expect(await run([person, other])).toEqual({ created: 1, existing: 1, refused: [] });
    expect(await users.findOne({ email: person.email })).toBeNull();
    const kept = await deletedExternalIds.find().toArray();
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(externalId);
  });

  it('are made once by 10 imports of the same people at once', async ({ app }) => {
    const people = Array.from({ length: 20 }, () => row());
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => importAs(app, people)));
    const sum = (pick: (each: ImportUsersOutput) => number) =>
      outcomes.reduce((total, each) => total + pick(each), 0);
    expect([sum(({ created }) => created), sum(({ existing }) => existing)]).toEqual([20, 180]);
    const externalId = { $in: people.map((each) => each.externalId) };
    expect(await app.deps.collections.users.countDocuments({ externalId })).toBe(20);
  });

  it('lets one of two people with the same address in, who are imported at once', async ({ app }) => {
    const email = uniqueEmail();
    const outcomes = await Promise.all([row({ email }), row({ email })].map((one) => importAs(app, [one])));
    expect(outcomes.reduce((sum, { created }) => sum + created, 0)).toBe(1);
    expect(outcomes.flatMap(reasonsOf)).toEqual(['email-taken']);
  });
});

describe('an imported hash', () => {
  const reauthenticate = async (app: TestApp, email: string) => {
    const { session } = app.client(await app.signInByMail(email));
    await session.reauthenticate.mutate({ method: 'password', password: PASSWORD });
  };
  const signIn = async (app: TestApp, email: string) => {
    await app.client(app.agent()).password.signIn.mutate({ email, password: PASSWORD });
  };

  // `imported-hashes.test.ts` has the other algorithms.
  it.for([
    ['bcrypt', hashSync(PASSWORD, 4)],
    [
      'argon2id with stronger parameters',
      argon2Sync(PASSWORD, { algorithm: 2, memoryCost: 65_536, timeCost: 3 }),
    ],
  ] as const)(
    'of %s is replaced by one with the current parameters by a sign-in or a re-authentication',
    async ([, passwordHash], { app }) => {
      for (const prove of [signIn, reauthenticate]) {
        const one = row({ passwordHash });
        expect(await importAs(app, [one])).toEqual({ created: 1, existing: 0, refused: [] });
        const wrong = { email: one.email, password: OTHER_PASSWORD };
        const { password } = app.client(app.agent());
        expect(await appCodeOf(password.signIn.mutate(wrong))).toBe('CredentialsSignin');
        expect((await stored(app, one))?.password?.hash).toBe(passwordHash);
        for (let times = 0; times < 2; times++) {
          await prove(app, one.email);
          expect((await stored(app, one))?.password?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
        }
      }
    },
  );

  it('above a bound is refused, and the bound is named', async ({ app }) => {
    const passwordHash = `$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHQ$${'A'.repeat(43)}`;
    const { created, refused } = await importAs(app, [row({ passwordHash })]);
    expect([created, refused[0]?.reason]).toEqual([0, 'password-hash-too-expensive']);
    expect(refused[0]?.message).toContain('The bound: 129 MiB of memory.');
  });
});

describe('refused rows', () => {
  const otherPasskey = { id: 'a', publicKey: 'AAAA', synced: true };
  const passkey = (rpId: string) => ({ passkeyHandle: 'aGFuZGxl', passkeys: [{ ...otherPasskey, rpId }] });
  const REFUSED: readonly (readonly [string, object, string])[] = [
    ['a plain password', { passwordHash: 'lasagne by candlelight' }, 'password-hash-unknown'],
    ['a number without its country', { phone: '015112345678' }, 'phone-invalid'],
    [
      'a provider that is not set up',
      { accounts: [{ provider: 'elsewhere', providerAccountId: '1' }] },
      'provider-unknown',
    ],
    ['the role of an administrator', { roles: ['administrator'] }, 'role-refused'],
    ['a role that is not declared', { roles: ['owner'] }, 'role-unknown'],
    ['a field that is not declared', { data: { colour: 'red' } }, 'data-invalid'],
    ['a field that only administrators write', { data: { note: 'x' } }, 'data-invalid'],
    ['a wrong value of a field', { data: { plan: 'gold' } }, 'data-invalid'],
    ['a passkey of another host', passkey('former.example'), 'passkey-other-host'],
    ['a public key that is none', passkey('localhost'), 'passkey-invalid'],
  ];

  it('are named with their reasons, and the others are imported', async ({ app }) => {
    const good = row();
    const people = [...REFUSED.map(([, changes]) => ({ ...row(), ...changes })), good];
    const { created, refused } = await importAs(app, people, { scopes: ['users:import', 'roles:write'] });
    const reasons = refused.map(({ index, reason }) => [REFUSED[index]?.[0], reason]);
    expect(reasons).toEqual(REFUSED.map(([what, , reason]) => [what, reason]));
    expect(created).toBe(1);
    expect(await stored(app, good)).not.toBeNull();
  });

  it('a role, from a service key without roles:write', async ({ app }) => {
    expect(reasonsOf(await importAs(app, [row({ roles: ['editor'] })]))).toEqual(['role-refused']);
  });

  it('the second of two with the same external id or address', async ({ app }) => {
    const [one, other] = [row(), row()];
    const repeated = [row({ externalId: one.externalId }), row({ email: other.email })] as const;
    expect(await importAs(app, [one, repeated[0], other, repeated[1]])).toMatchObject({
      created: 2,
      refused: [
        { index: 1, reason: 'repeated' },
        { index: 3, reason: 'repeated' },
      ],
    });
  });

  it('nothing is imported when one row is malformed, and the answer names its place', async ({ app }) => {
    const { authorization } = await makeServiceKey(app, ['users:import']);
    const good = row();
    const { text } = await callAsScript(app, authorization, 'users.import', {
      input: { people: [good, { ...row(), email: 'no address' }, { ...row(), admin: true }] },
    });
    expect(refusalOf(text)).toBe('INVALID_INPUT');
    const { error } = JSON.parse(text) as { error: { data: { issues: { path: unknown[] }[] } } };
    const places = error.data.issues.map(({ path }) => path.slice(0, 2).join('.'));
    expect(places).toEqual(['people.1', 'people.2']);
    expect(await stored(app, good)).toBeNull();
  });
});

describe('an import', () => {
  it('a dry run answers the same and writes nothing', async ({ app }) => {
    const people = [row(), row({ roles: ['editor'] })];
    const dry = await importAs(app, people, { dryRun: true });
    expect(await stored(app, people[0] ?? row())).toBeNull();
    expect(await importAs(app, people)).toEqual(dry);
  });

  it('takes the fields of administrators from an administrator', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const one = row({ data: { note: 'came with the merger' } });
    expect((await client.users.import.mutate({ people: [one] })).created).toBe(1);
  });

  it('takes a body of a megabyte, which no other procedure does', async ({ app }) => {
    const people = Array.from({ length: 400 }, () =>
      row({ name: 'A'.repeat(100), passwordHash: 'x'.repeat(300) }),
    );
    expect(reasonsOf(await importAs(app, people))).toHaveLength(400);
    const { authorization } = await makeServiceKey(app, ['users:write']);
    const input = { id: '0'.repeat(24), data: { people } };
    const { text } = await callAsScript(app, authorization, 'users.setData', { input });
    expect(refusalOf(text)).toBe('PAYLOAD_TOO_LARGE');
  });
});

describe('users.export', () => {
  it('writes a row of the audit log for each page, also for one with a made-up cursor', async ({ app }) => {
    await storeUsers(app, [{}, {}]);
    const { authorization } = await makeServiceKey(app, ['users:read'], { name: 'Export test' });
    const exportPage = async (input: object) => {
      const { text } = await callAsScript(app, authorization, 'users.export', { input });
      return (JSON.parse(text) as { result: { data: ExportUsersOutput } }).result.data;
    };
    const rows = () =>
      app.deps.collections.audit.find({ action: 'users-exported', 'actor.name': 'Export test' }).toArray();
    const { people } = await exportPage({ cursor: '0'.repeat(24) });
    expect(people.length).toBeGreaterThanOrEqual(2);
    expect(await rows()).toHaveLength(1);
    const { nextCursor } = await exportPage({ limit: 1 });
    await exportPage({ limit: 1, cursor: nextCursor });
    expect(await rows()).toHaveLength(3);
  });

  it('lets a command on the server read the own fields of administrators, as the list does', async ({
    app,
  }) => {
    await app.deps.collections.users.deleteMany({});
    await storeUsers(app, [{ data: { note: 'Called on Monday.' } }]);
    const authority = { kind: 'server' } as const;
    const exported = await exportUsers(app.deps, authority, exportUsersInput.parse({}), NO_REQUEST);
    const listed = await readUsers(app, {}, authority);
    for (const { people } of [exported, listed])
      expect(people[0]?.data).toEqual({ note: 'Called on Monday.' });
  });
});
