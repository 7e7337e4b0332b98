import { createHash, randomUUID } from 'node:crypto';

export function uniqueName(): string {
  return `p${randomUUID().slice(0, 13).replace('-', '')}`;
}

export function uniqueEmail(): string {
  return `${uniqueName()}@example.test`;
}

let networks = 0;

/** An address in another network than all before it. */
export function uniqueIp(): string {
  networks += 1;
  return `198.${18 + (networks >> 8)}.${networks & 255}.1`;
}

export function uniqueBytes(): Buffer {
  return createHash('sha256').update(uniqueName()).digest();
}
