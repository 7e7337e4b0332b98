import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import { SIGNING_KEY_OVERLAP_MS, SIGNING_KEY_PERIOD_MS } from '../../../shared/limits.ts';
import type { SigningKeyDocument } from '../../database/service-documents.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Dependencies } from '../../dependencies.ts';

type KeyDependencies = Pick<Dependencies, 'collections' | 'now' | 'vault'>;

/** Ed25519 (RFC 8037, RFC 9864). */
export const SIGNING_ALGORITHM = 'EdDSA';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

function periodOf(at: Date): number {
  return Math.floor(at.getTime() / SIGNING_KEY_PERIOD_MS);
}

/** A key opens for its period only. */
export function contextOfSigningKey(period: number): string {
  return `signing-key:${period}`;
}

/**
 * The key that signs now. Each period has one key: the unique index on the period decides which one, so parallel processes sign with the same
 * key. Delete a key's document to replace the key: the next use makes a new one for the period.
 */
export async function currentSigningKey(deps: KeyDependencies): Promise<SigningKey> {
  const { _id: kid, jwk } = await keyOfPeriod(deps, periodOf(deps.now()));
  const privateKey = await importJWK(jwk, SIGNING_ALGORITHM);
  if (privateKey instanceof Uint8Array) throw new Error('an Ed25519 key is no secret of bytes');
  return { kid, privateKey };
}

/**
 * The public keys of all tokens that may be valid (RFC 7517): the key of this period, the last period's key until its tokens expire, and the
 * next period's key early enough for services that cache the key set.
 */
export async function publicKeySet(deps: KeyDependencies): Promise<{ keys: JWK[] }> {
  const now = deps.now();
  await keyOfPeriod(deps, periodOf(now));
  await keyOfPeriod(deps, periodOf(new Date(now.getTime() + SIGNING_KEY_OVERLAP_MS)));
  const published = await deps.collections.signingKeys
    .find({ expires: { $gt: now } })
    .sort({ period: 1 })
    .toArray();
  return {
    keys: published.map(({ _id: kid, publicKey: x }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      x,
      kid,
      alg: SIGNING_ALGORITHM,
      use: 'sig',
    })),
  };
}

async function keyOfPeriod(deps: KeyDependencies, period: number): Promise<{ _id: string; jwk: JWK }> {
  const { signingKeys } = deps.collections;
  // Another process may make or replace the key meanwhile. Each attempt ends with some process's key stored.
  for (let attempt = 0; attempt < 3; attempt++) {
    const stored = await signingKeys.findOne({ period });
    const plain = stored && deps.vault.open(stored.privateKey, contextOfSigningKey(period));
    if (stored && plain) return { _id: stored._id, jwk: JSON.parse(plain) as JWK };
    // The key was sealed under an AUTH_SECRET that is no longer known.
    if (stored) await signingKeys.deleteOne({ _id: stored._id });
    try {
      await signingKeys.insertOne(await makeKey(deps, period));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
  throw new Error(
    'the signing key was replaced again and again: do all processes have the same AUTH_SECRET?',
  );
}

async function makeKey(deps: KeyDependencies, period: number): Promise<SigningKeyDocument> {
  const { privateKey, publicKey } = await generateKeyPair(SIGNING_ALGORITHM, {
    crv: 'Ed25519',
    extractable: true,
  });
  const { x = '' } = await exportJWK(publicKey);
  const jwk = await exportJWK(privateKey);
  return {
    _id: await calculateJwkThumbprint(jwk),
    period,
    publicKey: x,
    privateKey: deps.vault.seal(JSON.stringify(jwk), contextOfSigningKey(period)),
    expires: new Date((period + 1) * SIGNING_KEY_PERIOD_MS + SIGNING_KEY_OVERLAP_MS),
  };
}
