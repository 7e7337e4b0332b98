import { z } from 'zod';
import { PASSKEY_PUBLIC_KEY_MAX_BYTES } from '../../../shared/limits.ts';
import type { AuthenticationCredential, RegistrationCredential } from '../../../shared/schemas/passkeys.ts';
import { AppError } from '../../app-error.ts';
import type { StoredPasskey } from '../../database/second-factor-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { redact } from '../../log/log.ts';
import { rpIdOf } from '../rules/second-factor-policy.ts';

/** SimpleWebAuthn takes 130 ms and 29 MB to load, so the first ceremony loads it. */
const loadLibrary = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
});

/** EdDSA, ES256, RS256, best first. The library's own list depends on the version of Node. */
export const ALGORITHMS = [-8, -7, -257];

/** `CollectedClientData` (WebAuthn Level 3, 5.8.1). */
const clientData = z.object({
  challenge: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.unknown().optional(),
});

/** `null` when the answer is malformed. Nothing is verified yet. */
export function challengeOf({
  response,
}: {
  readonly response: { readonly clientDataJSON: string };
}): string | null {
  return readClientData(response.clientDataJSON)?.challenge ?? null;
}

function readClientData(clientDataJSON: string): z.infer<typeof clientData> | null {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()));
  } catch {
    return null;
  }
}

/** Whether this is a COSE key (RFC 9052) of an algorithm in use. */
export async function isPublicKey(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { cose, decodeCredentialPublicKey } = await loadLibrary();
  try {
    const algorithm = decodeCredentialPublicKey(bytes).get(cose.COSEKEYS.alg);
    return algorithm !== undefined && ALGORITHMS.includes(algorithm);
  } catch {
    return false;
  }
}

type VerifiedCreation = Pick<StoredPasskey, 'id' | 'publicKey' | 'counter' | 'aaguid' | 'synced'>;

/** WebAuthn Level 3, 7.1. Throws `PASSKEY_INVALID`. */
export async function verifyCreation(
  deps: Dependencies,
  { credential, isConditional }: { credential: RegistrationCredential; isConditional: boolean },
): Promise<VerifiedCreation> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR, verifyRegistrationResponse } = await loadLibrary();
  return refuseFailure(deps, async () => {
    requireSameOrigin(credential.response.clientDataJSON);
    const { clientExtensionResults, response } = credential;
    requireThat(!isNotDiscoverable(clientExtensionResults), 'the credential is not discoverable');
    // The attestation is removed, so that nothing parses the certificates of unknown callers.
    const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get(
      'authData',
    );
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ]),
    );
    const { verified, registrationInfo: created } = await verifyRegistrationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: credential.type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: isoBase64URL.fromBuffer(attestationObject),
        },
      },
      ...expectedOf(deps, challengeOf(credential)),
      supportedAlgorithmIDs: ALGORITHMS,
      // A browser that creates one unasked sets neither (WebAuthn Level 3, 5.1.3). Every use demands both.
      requireUserPresence: !isConditional,
      requireUserVerification: !isConditional,
    });
    requireThat(verified, 'not verified');
    const { id, publicKey, counter } = created.credential;
    requireThat(id === credential.id, 'the answer names another credential');
    requireThat(publicKey.byteLength <= PASSKEY_PUBLIC_KEY_MAX_BYTES, 'the public key is too long');
    return {
      id,
      publicKey: isoBase64URL.fromBuffer(publicKey),
      counter,
      aaguid: created.aaguid,
      synced: created.credentialDeviceType === 'multiDevice',
    };
  });
}

/** WebAuthn Level 3, 7.2. One conditional write compares the counter later. Throws `PASSKEY_INVALID`. */
export async function verifyAssertion(
  deps: Dependencies,
  { credential, passkey }: { credential: AuthenticationCredential; passkey: StoredPasskey },
): Promise<{ counter: number }> {
  const { isoBase64URL, verifyAuthenticationResponse } = await loadLibrary();
  return refuseFailure(deps, async () => {
    requireSameOrigin(credential.response.clientDataJSON);
    const { id, rawId, type, response } = credential;
    const { clientDataJSON, authenticatorData, signature } = response;
    const { verified, authenticationInfo: used } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      ...expectedOf(deps, challengeOf(credential)),
      requireUserVerification: true,
      credential: { id: passkey.id, publicKey: isoBase64URL.toBuffer(passkey.publicKey), counter: 0 },
    });
    requireThat(verified, 'the signature is wrong');
    // An authenticator cannot change this flag later (WebAuthn Level 3, 7.2, step 20).
    const isSynced = used.credentialDeviceType === 'multiDevice';
    requireThat(isSynced === passkey.synced, 'the flag for backup eligibility has changed');
    return { counter: used.newCounter };
  });
}

/** `takeCeremony` has compared the challenge. */
function expectedOf({ settings }: Dependencies, challenge: string | null) {
  return {
    expectedChallenge: challenge ?? '',
    expectedOrigin: [settings.origin, ...settings.relatedOrigins],
    expectedRPID: rpIdOf(settings),
  };
}

/** The library accepts `crossOrigin: true` without `topOrigin`. No other site may frame Foyer. */
function requireSameOrigin(clientDataJSON: string): void {
  const data = readClientData(clientDataJSON);
  requireThat(data?.crossOrigin !== true && data?.topOrigin === undefined, 'a page of another site asked');
}

/** `credProps` (WebAuthn Level 3, 10.1.3). Such a passkey cannot sign in: it needs a typed address. */
function isNotDiscoverable(extensionResults: Readonly<Record<string, unknown>>): boolean {
  return z.object({ credProps: z.object({ rk: z.literal(false) }) }).safeParse(extensionResults).success;
}

function requireThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** The library throws plain errors for a wrong answer. */
async function refuseFailure<T>({ log }: Dependencies, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    // The library quotes challenges.
    log.info({ reason: error instanceof Error ? redact(error.message) : 'unknown' }, 'passkey refused');
    throw new AppError('PASSKEY_INVALID', { cause: error });
  }
}
