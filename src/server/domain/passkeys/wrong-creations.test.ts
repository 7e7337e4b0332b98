import { generateKeyPairSync } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { describe, expect } from 'vitest';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { it } from '../../../testing/app/fixture.ts';
import { copyPasskeyCookies, WRONG_ANSWERS } from '../../../testing/sign-in/passkeys.ts';
import { SoftwareAuthenticator, type Deviation } from '../../../testing/sign-in/software-authenticator.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail, uniqueBytes } from '../../../testing/run/unique-name.ts';

describe('a creation of a passkey (security.md 40)', () => {
  const begin = async (app: TestApp, conditional = false) => {
    const owner = await app.signInByMail(uniqueEmail());
    const { passkeys } = app.client(owner);
    const authenticator = new SoftwareAuthenticator({ origin: app.origin });
    const { options } = await passkeys.begin.mutate({ conditional });
    const finish = (deviation: Deviation = {}) =>
      passkeys.finish.mutate({ credential: authenticator.create(options, deviation) });
    return { owner, passkeys, options, authenticator, finish };
  };
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
    const { passkeys, finish } = await begin(app);
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
