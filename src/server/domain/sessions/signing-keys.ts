import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import { DAY_MS } from '../../../shared/limits.ts';
import type { RsaSigningKey, SigningKeyDocument } from '../../database/service-documents.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createSingleFlight } from '../../net/single-flight.ts';

export const SIGNING_KEY_PERIOD_MS = 30 * DAY_MS;
/** A key is published before and after it signs, far longer than anybody caches a key set or a token. */
export const SIGNING_KEY_OVERLAP_MS = DAY_MS;

type KeyDependencies = Pick<Dependencies, 'collections' | 'now' | 'vault'>;

/** Ed25519 (RFC 8037, RFC 9864): everything but the ID tokens of most clients. */
export const SIGNING_ALGORITHM = 'EdDSA';
/** RSA with 2048 bits, for ID tokens: every client library knows it (OpenID Connect Core, 15.1). */
const RSA_ALGORITHM = 'RS256';
export type SigningAlgorithm = typeof SIGNING_ALGORITHM | typeof RSA_ALGORITHM;
/** 65537, as `generateKeyPair` has it. */
const RSA_EXPONENT = 'AQAB';

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

interface OpenedKey {
  readonly kid: string;
  readonly jwk: JWK;
}

function periodOf(at: Date): number {
  return Math.floor(at.getTime() / SIGNING_KEY_PERIOD_MS);
}

/** A key opens for its period only. */
export function contextOfSigningKey(period: number): string {
  return `signing-key:${period}`;
}

export function contextOfRsaKey(period: number): string {
  return `signing-key:${period}:${RSA_ALGORITHM}`;
}

/** The unique index lets processes share a key. Delete a period's document to replace its keys. */
export async function currentSigningKey(
  deps: KeyDependencies,
  algorithm: SigningAlgorithm,
): Promise<SigningKey> {
  const period = periodOf(deps.now());
  const { kid, jwk } =
    algorithm === RSA_ALGORITHM ? await rsaKeyOfPeriod(deps, period) : await keyOfPeriod(deps, period);
  const privateKey = await importJWK(jwk, algorithm);
  if (privateKey instanceof Uint8Array) throw new Error('a private key is no secret of bytes');
  return { kid, privateKey };
}

/**
 * RFC 7517. It has this period's keys, the last period's until their tokens expire, and the next period's
 * early enough for services that cache the key set.
 */
export async function publicKeySet(deps: KeyDependencies): Promise<{ keys: JWK[] }> {
  const now = deps.now();
  await rsaKeyOfPeriod(deps, periodOf(now));
  await rsaKeyOfPeriod(deps, periodOf(new Date(now.getTime() + SIGNING_KEY_OVERLAP_MS)));
  const published = await deps.collections.signingKeys
    .find({ expires: { $gt: now } })
    .sort({ period: 1 })
    .toArray();
  return {
    keys: published.flatMap(({ _id, publicKey: x, rsa }) => [
      { kty: 'OKP', crv: 'Ed25519', x, kid: _id, alg: SIGNING_ALGORITHM, use: 'sig' },
      ...(rsa
        ? [{ kty: 'RSA', n: rsa.modulus, e: RSA_EXPONENT, kid: rsa.kid, alg: RSA_ALGORITHM, use: 'sig' }]
        : []),
    ]),
  };
}

/** The Ed25519 key, with the document that has both keys. */
async function keyOfPeriod(
  deps: KeyDependencies,
  period: number,
): Promise<OpenedKey & { readonly document: SigningKeyDocument }> {
  const { signingKeys } = deps.collections;
  // Another process may make or replace the key meanwhile. Each attempt ends with some key stored.
  for (let attempt = 0; attempt < 3; attempt++) {
    const document = await signingKeys.findOne({ period });
    const plain = document && deps.vault.open(document.privateKey, contextOfSigningKey(period));
    if (document && plain) return { kid: document._id, jwk: JSON.parse(plain) as JWK, document };
    // The key was sealed under an AUTH_SECRET that is no longer known.
    if (document) await signingKeys.deleteOne({ _id: document._id });
    await insertOnce(signingKeys, await makeKey(deps, period));
  }
  throw replacedAgain();
}

/** Made when first needed. The write expects the document that was read, so one process decides. */
async function rsaKeyOfPeriod(deps: KeyDependencies, period: number): Promise<OpenedKey> {
  const { signingKeys } = deps.collections;
  for (let attempt = 0; attempt < 3; attempt++) {
    const { document } = await keyOfPeriod(deps, period);
    const { _id, rsa: stored } = document;
    const plain = stored && deps.vault.open(stored.privateKey, contextOfRsaKey(period));
    if (stored && plain) return { kid: stored.kid, jwk: JSON.parse(plain) as JWK };
    const rsa = await makeRsaKey(deps, period);
    await signingKeys.updateOne({ _id, 'rsa.kid': stored?.kid ?? null }, { $set: { rsa } });
  }
  throw replacedAgain();
}

function replacedAgain(): Error {
  return new Error(
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

/** It takes 0.1 s on another thread, so parallel requests share it. */
const generating = createSingleFlight<JWK>();

async function makeRsaKey(deps: KeyDependencies, period: number): Promise<RsaSigningKey> {
  const jwk = await generating(`${deps.collections.signingKeys.namespace} ${period}`, async () => {
    const { privateKey } = await generateKeyPair(RSA_ALGORITHM, { extractable: true });
    return exportJWK(privateKey);
  });
  return {
    kid: await calculateJwkThumbprint(jwk),
    modulus: jwk.n ?? '',
    privateKey: deps.vault.seal(JSON.stringify(jwk), contextOfRsaKey(period)),
  };
}
