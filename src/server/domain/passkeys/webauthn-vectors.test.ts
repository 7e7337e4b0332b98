import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { CeremonyPurpose } from '../../database/second-factor-documents.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { startSession } from '../../../testing/users/sessions.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { createToken, hashToken } from '../../crypto/secrets.ts';
import type { SessionActor } from '../rules/actor.ts';
import { findOrCreateUserByVerifiedEmail } from '../users/users.ts';
import { finishPasskeyCreation } from './passkey-creation.ts';
import { verifyPasskey } from './passkey-use.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

/** W3C, Web Authentication Level 3, section "Test Vectors". */
interface Vector {
  readonly name: string;
  readonly credentialId: string;
  readonly registration: { challenge: string; clientDataJSON: string; attestationObject: string };
  readonly authentication: {
    challenge: string;
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
  };
}

const file = new URL('../../../testing/sign-in/webauthn-vectors.json', import.meta.url);
const VECTORS = JSON.parse(readFileSync(file, 'utf8')) as Vector[];
const PASSKEY_COOKIE = createToken();
const NO_VERIFICATION = 'User verification';
const FRAME = 'another site';

interface Reasons {
  readonly creation: string | null;
  /** A creation that nobody was asked for needs no user verification. */
  readonly unasked: string | null;
  readonly use: string | null;
}

/** `null`: accepted. Foyer demands user verification and no frame, which the standard leaves to the site. */
const EXPECTED: Readonly<Record<string, Reasons>> = {
  'ES256 without attestation': { creation: NO_VERIFICATION, unasked: null, use: NO_VERIFICATION },
  'ES256 with self attestation': { creation: null, unasked: null, use: NO_VERIFICATION },
  'ES256 in a frame (crossOrigin)': { creation: FRAME, unasked: FRAME, use: null },
  'ES256 in a frame (topOrigin)': { creation: FRAME, unasked: FRAME, use: null },
  'ES256 with a credential id of 1,023 bytes': { creation: NO_VERIFICATION, unasked: null, use: null },
  'ES256 with packed attestation': { creation: null, unasked: null, use: null },
  ES384: { creation: NO_VERIFICATION, unasked: 'Unexpected public key alg', use: null },
  'RS256 with packed attestation': { creation: null, unasked: null, use: NO_VERIFICATION },
  'EdDSA with packed attestation': { creation: NO_VERIFICATION, unasked: null, use: NO_VERIFICATION },
};

const it = testWith({ settings: { origin: 'https://example.org' } });

async function begin(
  app: TestApp,
  { challenge, actor, conditional }: { challenge: string; actor: SessionActor | null; conditional: boolean },
): Promise<void> {
  const purpose: CeremonyPurpose = actor ? 'create' : 'sign-in';
  await app.deps.collections.ceremonies.insertOne({
    _id: hashToken(challenge),
    purpose,
    browserHash: hashToken(PASSKEY_COOKIE),
    userId: actor?.user._id ?? null,
    sessionId: actor?.session._id ?? null,
    conditional,
    rpId: 'example.org',
    expires: new Date(app.deps.now().getTime() + 60_000),
  });
}

const reasonOf = (app: TestApp, call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    () => app.logLines.findLast(({ msg }) => msg === 'passkey refused')?.['reason'],
  );

const credentialOf = <Response>({ credentialId: id }: Vector, response: Response) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  response,
});

async function create(app: TestApp, vector: Vector, actor: SessionActor, conditional: boolean) {
  const { challenge, ...response } = vector.registration;
  await begin(app, { challenge, actor, conditional });
  const credential = credentialOf(vector, response);
  const answer = { credential, name: undefined, passkeyCookie: PASSKEY_COOKIE, requestContext: NO_REQUEST };
  return finishPasskeyCreation(app.deps, actor, answer);
}

it.for(VECTORS)('W3C: $name', async (vector, { app }) => {
  const { user } = await findOrCreateUserByVerifiedEmail(app.deps, uniqueEmail(), NO_REQUEST);
  const handle = createToken();
  await app.deps.collections.users.updateOne({ _id: user._id }, { $set: { passkeyHandle: handle } });
  const actor = await startSession(app.deps, user);
  const expected = EXPECTED[vector.name];
  if (!expected) throw new Error('nothing is expected of this vector');
  const matching = (reason: string | null) =>
    reason === null ? null : (expect.stringContaining(reason) as string);

  expect(await reasonOf(app, create(app, vector, actor, false))).toEqual(matching(expected.creation));
  if (expected.creation !== null)
    expect(await reasonOf(app, create(app, vector, actor, true))).toEqual(matching(expected.unasked));
  const stored = await app.deps.collections.users.findOne({ 'passkeys.id': vector.credentialId });
  expect(stored === null).toBe(expected.unasked !== null);
  if (!stored) return;

  const { challenge, ...response } = vector.authentication;
  await begin(app, { challenge, actor: null, conditional: false });
  const credential = credentialOf(vector, { ...response, userHandle: handle });
  const use = verifyPasskey(app.deps, {
    credential,
    purpose: 'sign-in',
    passkeyCookie: PASSKEY_COOKIE,
    owner: null,
  });
  expect(await reasonOf(app, use)).toEqual(matching(expected.use));
});

it('has an expectation for every vector', () => {
  expect(VECTORS.map(({ name }) => name)).toEqual(Object.keys(EXPECTED));
});
