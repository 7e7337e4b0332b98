import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deriveKey } from './secrets.ts';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts what must be read again (provider tokens, queued mails): AES-256-GCM with a key for this purpose alone, made from
 * `AUTH_SECRET` by HKDF. The text names its key, so that after a change of secret the old one still reads what it wrote.
 */
export interface Vault {
  /** `context` says what it is and whose; the same is needed to read it, so that no row's secret can be put into another row. */
  seal(plain: string, context: string): string;
  /** `null` when it was altered, moved to another context, or written under a key that is not known any more. */
  open(sealed: string, context: string): string | null;
}

/** The first secret writes; the others only read. */
export function createVault(secrets: readonly [string, ...string[]]): Vault {
  const keys = secrets.map((secret) => {
    const key = deriveKey(secret, 'encryption at rest');
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
  });
  return {
    seal(plain, context) {
      const writing = keys[0];
      if (!writing) throw new Error('a vault needs a secret');
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', writing.key, iv).setAAD(Buffer.from(context));
      const data = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${writing.id}.${data.toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, keyId, encoded] = sealed.split('.');
      const key = keys.find(({ id }) => id === keyId)?.key;
      const data = Buffer.from(encoded ?? '', 'base64url');
      if (version !== VERSION || !key || data.length < IV_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(data.subarray(-TAG_BYTES));
      try {
        return (
          decipher.update(data.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        return null;
      }
    },
  };
}
