import { generateKeyPairSync } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { describe, expect, vi } from 'vitest';
import { CEREMONY_MAX_AGE_MS } from '../../../shared/limits.ts';
import { appCodeOf, outcomeOf } from '../../../testing/app/app-code.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import {
  copyPasskeyCookies,
  createPasskey,
  passkeyCookiesOf,
  WRONG_ANSWERS,
} from '../../../testing/sign-in/passkeys.ts';
import { SoftwareAuthenticator, type Deviation } from '../../../testing/sign-in/software-authenticator.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { userAt } from '../../../testing/users/signed-in-users.ts';
import { uniqueEmail, uniqueBytes } from '../../../testing/run/unique-name.ts';
import { beginPasskeyUse, verifyPasskey } from './passkey-use.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

async function aPersonWithPasskey(app: TestApp, options: { synced?: boolean; counts?: boolean } = {}) {
  const email = uniqueEmail();
  const owner = await app.signInByMail(email);
  const authenticator = new SoftwareAuthenticator({ origin: app.origin, ...options });
  return { email, owner, authenticator: await createPasskey(app, owner, authenticator) };
}

/** The outcome in a new browser with a right challenge and this deviation. */
async function outcomeWith(app: TestApp, authenticator: SoftwareAuthenticator, deviation: Deviation) {
  const { session } = app.client(app.agent());
  const { options } = await session.beginPasskey.mutate();
  return outcomeOf(session.signInWithPasskey.mutate({ passkey: authenticator.get(options, deviation) }));
}

const countCeremonies = (app: TestApp) => app.deps.collections.ceremonies.countDocuments();

describe('a sign-in by passkey (security.md 40)', () => {
  // A wrong answer changes nothing, so all of them are for one person.
  let onePerson: ReturnType<typeof aPersonWithPasskey> | undefined;
  it.for(
    Object.entries<Deviation>({
      ...WRONG_ANSWERS,
      'to a creation': { type: 'webauthn.create' },
      'with the handle of somebody else': { userHandle: uniqueBytes().toString('base64url') },
      'without a handle': { userHandle: null },
      'with an empty handle': { userHandle: '' },
      'that a key of somebody else signed': {
        key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
      },
      'that is no longer eligible for backup': { backupEligible: false, backedUp: false },
    }),
  )('by an answer %s returns PASSKEY_INVALID and uses the challenge up', async ([, deviation], { app }) => {
    const { authenticator } = await (onePerson ??= aPersonWithPasskey(app));
    const agent = app.agent();
    const { session } = app.client(agent);
    const before = await countCeremonies(app);
    const { options } = await session.beginPasskey.mutate();
    const wrong = session.signInWithPasskey.mutate({ passkey: authenticator.get(options, deviation) });
    expect(await appCodeOf(wrong)).toBe('PASSKEY_INVALID');
    expect(agent.cookies.has('foyer.session')).toBe(false);
    if (deviation.challenge) return;
    expect(await countCeremonies(app)).toBe(before);
    const again = session.signInWithPasskey.mutate({ passkey: authenticator.get(options) });
    expect(await appCodeOf(again)).toBe('PASSKEY_INVALID');
  });

  it('by text that is no client data returns PASSKEY_INVALID', async ({ app }) => {
    const { authenticator } = await aPersonWithPasskey(app);
    const { session } = app.client(app.agent());
    const { options } = await session.beginPasskey.mutate();
    const passkey = authenticator.get(options);
    for (const text of ['', 'null', '[]', '{"challenge":1}', '{"challenge":{"$ne":""}}', '\u0000']) {
      const clientDataJSON = Buffer.from(text).toString('base64url');
      const wrong = { ...passkey, response: { ...passkey.response, clientDataJSON } };
      expect(await appCodeOf(session.signInWithPasskey.mutate({ passkey: wrong }))).toBe('PASSKEY_INVALID');
    }
  });

  it('with the challenge of another browser, or without the cookie, returns PASSKEY_INVALID', async ({
    app,
  }) => {
    const { authenticator } = await aPersonWithPasskey(app);
    const { options } = await app.client(app.agent()).session.beginPasskey.mutate();
    const agent = app.agent();
    const { session } = app.client(agent);
    const own = await session.beginPasskey.mutate();
    const stolen = session.signInWithPasskey.mutate({ passkey: authenticator.get(options) });
    expect(await appCodeOf(stolen)).toBe('PASSKEY_INVALID');
    for (const name of passkeyCookiesOf(agent)) agent.cookies.delete(name);
    const bare = session.signInWithPasskey.mutate({ passkey: authenticator.get(own.options) });
    expect(await appCodeOf(bare)).toBe('PASSKEY_INVALID');
  });

  it('with the challenge of a creation or of a verification returns PASSKEY_INVALID', async ({ app }) => {
    const { owner, authenticator } = await aPersonWithPasskey(app);
    const { session, passkeys } = app.client(owner);
    const creation = await passkeys.begin.mutate();
    const verification = await session.beginPasskey.mutate({ purpose: 'verify' });
    const { options } = await session.beginPasskey.mutate();
    for (const { challenge } of [creation.options, verification.options]) {
      const passkey = authenticator.get({ ...options, challenge });
      expect(await appCodeOf(session.signInWithPasskey.mutate({ passkey }))).toBe('PASSKEY_INVALID');
    }
    // The browser keeps one cookie, so its other challenges still work.
    await session.signInWithPasskey.mutate({ passkey: authenticator.get(options) });
  });

  it('with a used or an expired challenge returns PASSKEY_INVALID', async ({ app }) => {
    const { authenticator } = await aPersonWithPasskey(app);
    const { session } = app.client(app.agent());
    const used = await session.beginPasskey.mutate();
    await session.signInWithPasskey.mutate({ passkey: authenticator.get(used.options) });
    const expired = await session.beginPasskey.mutate();
    app.advance(CEREMONY_MAX_AGE_MS + 1000);
    for (const { options } of [used, expired]) {
      const passkey = authenticator.get(options);
      expect(await appCodeOf(session.signInWithPasskey.mutate({ passkey }))).toBe('PASSKEY_INVALID');
    }
  });

  it('with a passkey that nobody has here returns PASSKEY_UNKNOWN', async ({ app }) => {
    const { authenticator } = await aPersonWithPasskey(app);
    const id = uniqueBytes().toString('base64url');
    expect(await outcomeWith(app, authenticator, { id })).toBe('PASSKEY_UNKNOWN');
  });

  it('with a passkey of a former host returns PASSKEY_OTHER_HOST', async ({ app }) => {
    const { email, authenticator } = await aPersonWithPasskey(app);
    const rpId = 'former.example.test';
    await app.deps.collections.users.updateOne({ email }, { $set: { 'passkeys.$[].rpId': rpId } });
    expect(await outcomeWith(app, authenticator, { rpId })).toBe('PASSKEY_OTHER_HOST');
  });
});

describe('"Verify it’s you" by passkey', () => {
  it('names the passkeys of the person, makes the session fresh at level 2, and is bound to this session', async ({
    app,
  }) => {
    const { email, owner, authenticator } = await aPersonWithPasskey(app);
    const { session } = app.client(owner);
    const { options } = await session.beginPasskey.mutate({ purpose: 'verify' });
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([authenticator.passkeys[0]?.id]);
    const passkey = authenticator.get(options, { userHandle: null });
    const elsewhere = await app.signInByMail(email);
    copyPasskeyCookies(owner, elsewhere);
    const stolen = app.client(elsewhere).session.reauthenticate.mutate({ method: 'passkey', passkey });
    expect(await appCodeOf(stolen)).toBe('PASSKEY_INVALID');
    const again = await session.beginPasskey.mutate({ purpose: 'verify' });
    expect(
      await session.reauthenticate.mutate({ method: 'passkey', passkey: authenticator.get(again.options) }),
    ).toMatchObject({ status: 'fresh' });
    expect(await session.get.query()).toMatchObject({ aal: 2 });
  });

  it('with the challenge of a creation in the same session returns PASSKEY_INVALID, and the other way round', async ({
    app,
  }) => {
    const { owner, authenticator } = await aPersonWithPasskey(app);
    const { session, passkeys } = app.client(owner);
    const creation = await passkeys.begin.mutate();
    const { options } = await session.beginPasskey.mutate({ purpose: 'verify' });
    const passkey = authenticator.get({ ...options, challenge: creation.options.challenge });
    const verification = session.reauthenticate.mutate({ method: 'passkey', passkey });
    expect(await appCodeOf(verification)).toBe('PASSKEY_INVALID');
    const credential = authenticator.create({ ...creation.options, challenge: options.challenge });
    expect(await appCodeOf(passkeys.finish.mutate({ credential }))).toBe('PASSKEY_INVALID');
  });

  it('with the passkey of somebody else returns PASSKEY_UNKNOWN, and is in the activity', async ({ app }) => {
    const { owner } = await aPersonWithPasskey(app);
    const { authenticator: others } = await aPersonWithPasskey(app);
    const { session, activity } = app.client(owner);
    const { options } = await session.beginPasskey.mutate({ purpose: 'verify' });
    const passkey = others.get(options);
    const verification = session.reauthenticate.mutate({ method: 'passkey', passkey });
    expect(await appCodeOf(verification)).toBe('PASSKEY_UNKNOWN');
    const newest = async () => (await activity.list.query()).events[0];
    const failed = { kind: 're-authentication-failed', method: 'passkey' };
    await vi.waitFor(async () => expect(await newest()).toMatchObject(failed));
  });
});

describe('the second step by passkey', () => {
  it('with the challenge of another person in the same browser returns PASSKEY_INVALID', async ({ app }) => {
    const { email: other } = await aPersonWithPasskey(app);
    const { email, authenticator } = await aPersonWithPasskey(app);
    const ownerOf = async (address: string) => ({ user: await userAt(app, address), session: null });
    const purpose = 'second-factor';
    const answerTo = async (address: string) => {
      const owner = await ownerOf(address);
      const begun = { purpose, passkeyCookie: undefined, owner, requestContext: NO_REQUEST } as const;
      const { options, cookie } = await beginPasskeyUse(app.deps, begun);
      const credential = authenticator.get(options);
      return { credential, purpose, passkeyCookie: cookie.value, owner: await ownerOf(email) } as const;
    };
    const stolen = verifyPasskey(app.deps, await answerTo(other));
    await expect(stolen).rejects.toMatchObject({ code: 'PASSKEY_INVALID' });
    const { user } = await verifyPasskey(app.deps, await answerTo(email));
    expect(user.email).toBe(email);
  });
});

describe('a signature counter (security.md 40)', () => {
  const signIn = (app: TestApp, authenticator: SoftwareAuthenticator, counter: number) =>
    outcomeWith(app, authenticator, { counter });
  const storedIn = async (app: TestApp, email: string) =>
    (await app.deps.collections.users.findOne({ email }))?.passkeys?.[0];
  const warnings = (app: TestApp) =>
    app.logLines.filter(({ msg }) => msg === 'the counter of a passkey went back').length;

  it('that goes back or stands still refuses a passkey of one device, and is logged', async ({ app }) => {
    const { email, authenticator } = await aPersonWithPasskey(app, { synced: false, counts: true });
    expect(await signIn(app, authenticator, 9)).toBe('done');
    const before = warnings(app);
    for (const counter of [9, 3, 0])
      expect(await signIn(app, authenticator, counter)).toBe('PASSKEY_INVALID');
    expect(warnings(app)).toBe(before + 3);
    expect((await storedIn(app, email))?.counter).toBe(9);
    expect(await signIn(app, authenticator, 10)).toBe('done');
  });

  it('that goes back is accepted of a synced passkey, logged, and not stored', async ({ app }) => {
    const { email, authenticator } = await aPersonWithPasskey(app, { synced: true });
    expect(await signIn(app, authenticator, 9)).toBe('done');
    const before = warnings(app);
    app.advance(1000);
    expect(await signIn(app, authenticator, 3)).toBe('done');
    const stored = await storedIn(app, email);
    expect([warnings(app), stored?.counter]).toEqual([before + 1, 9]);
    expect(stored?.lastUsedAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it('that is always 0 says nothing', async ({ app }) => {
    const { authenticator } = await aPersonWithPasskey(app, { synced: false });
    const before = warnings(app);
    for (const counter of [0, 0]) expect(await signIn(app, authenticator, counter)).toBe('done');
    expect(warnings(app)).toBe(before);
  });
});

describe('a creation of a passkey (security.md 40)', () => {
  const begin = async (app: TestApp, conditional = false, by = app.signInByMail(uniqueEmail())) => {
    const owner = await by;
    const { passkeys } = app.client(owner);
    const authenticator = new SoftwareAuthenticator({ origin: app.origin });
    const { options } = await passkeys.begin.mutate({ conditional });
    const finish = (deviation: Deviation = {}) =>
      passkeys.finish.mutate({ credential: authenticator.create(options, deviation) });
    return { owner, passkeys, options, authenticator, finish };
  };
  let onePerson: Promise<HttpAgent> | undefined;
  const es384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' });
  const cose = (fields: [number, number | Uint8Array][]) => isoCBOR.encode(new Map(fields));
  const bytes = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'));

  it.for(
    Object.entries({
      ...WRONG_ANSWERS,
      'to a sign-in': { type: 'webauthn.get' },
      'that names another credential': { id: uniqueBytes().toString('base64url') },
      'of a passkey that cannot sign in alone': { discoverable: false },
      'with an algorithm that was not asked for': {
        coseKey: cose([
          [1, 2],
          [3, -35],
          [-1, 2],
          [-2, bytes(es384.x)],
          [-3, bytes(es384.y)],
        ]),
      },
      'with a key of 32,768 bits': {
        coseKey: cose([
          [1, 3],
          [3, -257],
          [-1, new Uint8Array(4096).fill(7)],
          [-2, new Uint8Array([1, 0, 1])],
        ]),
      },
    } satisfies Record<string, Deviation>),
  )('by an answer %s returns PASSKEY_INVALID and stores nothing', async ([, deviation], { app }) => {
    onePerson ??= app.signInByMail(uniqueEmail());
    const { passkeys, finish } = await begin(app, false, onePerson);
    expect(await appCodeOf(finish(deviation))).toBe('PASSKEY_INVALID');
    expect((await passkeys.list.query()).passkeys).toEqual([]);
    expect(await appCodeOf(finish(deviation))).toBe('PASSKEY_INVALID');
  });

  it('works once with one challenge, in the session that began it', async ({ app }) => {
    const { owner, options, authenticator, finish } = await begin(app);
    const other = await app.signInByMail(uniqueEmail());
    copyPasskeyCookies(owner, other);
    const credential = authenticator.create(options);
    expect(await appCodeOf(app.client(other).passkeys.finish.mutate({ credential }))).toBe('PASSKEY_INVALID');
    // The wrong try has used it up.
    expect(await appCodeOf(finish())).toBe('PASSKEY_INVALID');
  });

  it('without asking (conditional) may lack presence and verification; its uses may not', async ({ app }) => {
    const unasked = { userPresent: false, userVerified: false };
    const { finish, authenticator } = await begin(app, true);
    expect((await finish(unasked)).passkeys).toHaveLength(1);
    const { session } = app.client(app.agent());
    const { options } = await session.beginPasskey.mutate();
    const passkey = authenticator.get(options, { userVerified: false });
    expect(await appCodeOf(session.signInWithPasskey.mutate({ passkey }))).toBe('PASSKEY_INVALID');
  });

  it('drops an attestation that nobody asked for, without reading it', async ({ app }) => {
    const { finish } = await begin(app);
    const attStmt = new Map([['x5c', 'no certificate']]);
    expect((await finish({ attestation: { fmt: 'packed', attStmt } })).passkeys).toHaveLength(1);
  });

  it('of a credential that somebody has already returns PASSKEY_EXISTS', async ({ app }) => {
    const { finish, owner, authenticator } = await begin(app);
    await finish();
    const id = authenticator.passkeys[0]?.id ?? '';
    const { users } = app.deps.collections;
    for (const agent of [owner, await app.signInByMail(uniqueEmail())]) {
      const { passkeys } = app.client(agent);
      const { options } = await passkeys.begin.mutate();
      const credential = authenticator.create(options, {}, Buffer.from(id, 'base64url'));
      expect(await appCodeOf(passkeys.finish.mutate({ credential }))).toBe('PASSKEY_EXISTS');
    }
    expect(await users.countDocuments({ 'passkeys.id': id })).toBe(1);
  });
});
