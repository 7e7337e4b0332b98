import { randomUUID } from 'node:crypto';

/** A login name that no other test uses. */
export function uniqueName(): string {
  return `p${randomUUID().slice(0, 13).replace('-', '')}`;
}

export function uniqueEmail(): string {
  return `${uniqueName()}@example.test`;
}
