import { createHash, randomUUID } from 'node:crypto';

/** A login name that no other test uses. */
export function uniqueName(): string {
  return `p${randomUUID().slice(0, 13).replace('-', '')}`;
}

export function uniqueEmail(): string {
  return `${uniqueName()}@example.test`;
}

/** 32 bytes that no other test uses, such as the id of a credential. */
export function uniqueBytes(): Buffer {
  return createHash('sha256').update(uniqueName()).digest();
}
