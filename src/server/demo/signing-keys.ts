import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import type { JWKS } from 'oidc-provider';
import { DamagedFileError, readOrCreateFile } from '../kept-file.ts';

/** A private key for RS256, the algorithm that every relying party has to know (OpenID Connect Core 1.0, section 15.1). */
export function makeSigningKeys(): JWKS {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', alg: 'RS256', use: 'sig' }] };
}

/** The keys of one demo provider, kept: ID tokens stay verifiable, and cached key sets true, after a restart. */
export function keptSigningKeys(dataDir: string, id: string): JWKS {
  const file = path.join(dataDir, 'demo', `${id}.jwks.json`);
  const content = readOrCreateFile(file, () => `${JSON.stringify(makeSigningKeys())}\n`);
  try {
    const kept = JSON.parse(content) as JWKS;
    if (Array.isArray(kept.keys)) return kept;
  } catch {
    // Said below, with the file's name.
  }
  throw new DamagedFileError(`${file} is damaged. Delete it, and new keys are made.`);
}
