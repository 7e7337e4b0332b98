import type { Passkey } from '../../../shared/schemas/passkeys.ts';

/** The authenticator of an AAGUID, or `null` when it is not known. It is a name for people: without attestation, nobody has proven it. */
export function authenticatorOf(aaguid: string): Passkey['authenticator'] {
  const name = NAMES[aaguid];
  return name === undefined ? null : { name, icon: null };
}

const NAMES: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
};
