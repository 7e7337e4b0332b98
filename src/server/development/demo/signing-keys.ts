import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import type { JWKS } from 'oidc-provider';
import { DamagedFileError, keptFile } from '../../process/kept-file.ts';

/** A private key for RS256, which every relying party must support (OpenID Connect Core 1.0, 15.1). */
export function createSigningKeys(): JWKS {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', alg: 'RS256', use: 'sig' }] };
}

/** Stored keys, so that ID tokens and cached key sets stay valid after a restart. */
export function keptSigningKeys(dataDir: string, id: string): JWKS {
  const file = path.join(dataDir, 'demo', `${id}.jwks.json`);
  const content = keptFile(file, () => `${JSON.stringify(createSigningKeys())}\n`);
  try {
    const keySet = JSON.parse(content) as JWKS;
    if (Array.isArray(keySet.keys)) return keySet;
  } catch {
    // The error below names the file.
  }
  throw new DamagedFileError(`${file} is damaged. Delete it, and new keys are made.`);
}
