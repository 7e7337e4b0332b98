import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { keptFile } from '../process/kept-file.ts';

const MIN_SECRET_LENGTH = 32;
/** 32 random hexadecimal digits have fewer than ten different ones about once in ten million. */
const MIN_DIFFERENT_CHARACTERS = 10;
const SAMPLE_WORDS = /secret|passw|change.?me|example|placeholder|replace|foyer/i;

/** Why `secret` is too weak, as the end of a sentence; `null` when no weakness is found. */
export function weaknessOf(secret: string): string | null {
  if (secret.length < MIN_SECRET_LENGTH) return `is shorter than ${MIN_SECRET_LENGTH} characters`;
  if (SAMPLE_WORDS.test(secret)) return 'looks like a sample value';
  if (new Set(secret).size < MIN_DIFFERENT_CHARACTERS) return 'has too few different characters';
  // A text that occurs in its doubling before its end consists of a repeated part.
  if ((secret + secret).indexOf(secret, 1) < secret.length) return 'repeats itself';
  let steps = 0;
  for (let index = 1; index < secret.length; index++) {
    if (Math.abs(secret.charCodeAt(index) - secret.charCodeAt(index - 1)) <= 1) steps++;
  }
  return steps > secret.length / 2 ? 'is a sequence, not random' : null;
}

/** The secret's file is missing, but its database exists. */
export class MissingSecretError extends Error {
  override readonly name = 'MissingSecretError';
  readonly file: string;

  constructor(file: string) {
    super(`${file} is gone`);
    this.file = file;
  }
}

/**
 * Returns the secret of a development installation, stored in `dataDir/auth-secret`, so that sessions and
 * mails survive a restart.
 */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret');
  // The secret is always created before the database. A new secret could not open the database's encrypted
  // values.
  if (!existsSync(file) && existsSync(path.join(dataDir, 'mongodb'))) throw new MissingSecretError(file);
  const secret = keptFile(file, () => `${randomBytes(32).toString('base64url')}\n`).trim();
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(`${file} is damaged; delete it to have a new one made`);
  return secret;
}
