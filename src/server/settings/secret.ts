import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { keptFile } from '../process/kept-file.ts';

const MIN_SECRET_LENGTH = 32;
/** 32 random hexadecimal digits have fewer different ones about once in ten million. */
const MIN_DIFFERENT_CHARACTERS = 10;
const SAMPLE_WORDS = /secret|passw|change.?me|example|placeholder|replace|foyer/i;

/** Returns the end of a sentence; `null` when no weakness is found. */
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

/** The database exists, but the file of its secret is missing. */
export class MissingSecretError extends Error {
  override readonly name = 'MissingSecretError';
  readonly file: string;

  constructor(file: string) {
    super(`${file} is gone`);
    this.file = file;
  }
}

/** The stored secret of a development installation, so that sessions and mails survive a restart. */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'auth-secret');
  // The database came after its secret, and a new secret could not decrypt its values.
  if (!existsSync(file) && existsSync(path.join(dataDir, 'mongodb'))) throw new MissingSecretError(file);
  const secret = keptFile(file, () => `${randomBytes(32).toString('base64url')}\n`).trim();
  if (secret.length < MIN_SECRET_LENGTH)
    throw new Error(`${file} is damaged; delete it to have a new one made`);
  return secret;
}
