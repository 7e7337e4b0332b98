import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deriveKey } from './secrets.ts';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a key of `AUTH_SECRET` (HKDF). Each text names its key, so a former secret opens it. */
export interface Vault {
  /** `context` names kind and owner of the value, so that it does not open in another row. */
  seal(plain: string, context: string): string;
  /** `null` when the text was altered, is of another context, or its key is no longer known. */
  open(sealed: string, context: string): string | null;
  isCurrent(sealed: string): boolean;
  /** What the texts of each former secret begin with. */
  readonly formerPrefixes: readonly string[];
  /** The present key first. */
  readonly keyIds: readonly string[];
}

/** `unreadable`: no known secret opens it. */
export type Resealing = 'current' | 'unreadable' | { readonly resealed: string };

/** Seals with the present secret what a former one sealed. */
export function reseal(vault: Vault, sealed: string, context: string): Resealing {
  const plain = vault.open(sealed, context);
  if (plain === null) return 'unreadable';
  return vault.isCurrent(sealed) ? 'current' : { resealed: vault.seal(plain, context) };
}

/** The first secret seals; the others only open. */
export function createVault(secrets: readonly [string, ...string[]]): Vault {
  const keys = secrets.map((secret) => {
    const key = deriveKey(secret, 'encryption at rest');
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
  });
  const prefixOf = (id: string) => `${VERSION}.${id}.`;
  const [current, ...former] = keys.map(({ id }) => prefixOf(id));
  return {
    isCurrent: (sealed) => current !== undefined && sealed.startsWith(current),
    formerPrefixes: former,
    keyIds: keys.map(({ id }) => id),
    seal(plain, context) {
      const sealingKey = keys[0];
      if (!sealingKey) throw new Error('a vault needs a secret');
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealingKey.key, iv).setAAD(Buffer.from(context));
      const data = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${prefixOf(sealingKey.id)}${data.toString('base64url')}`;
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
