import type { Passkey } from '../../../shared/schemas/passkeys.ts';
import { AUTHENTICATORS } from './authenticator-list.ts';

/** The path that serves an icon (`http/passkey-routes.ts`). */
export const AUTHENTICATOR_ICON_PATH = '/authenticator-icons';

/** The authenticator of an AAGUID, or `null` when it is not known. It is a name for people: without attestation, nobody has verified it. */
export function authenticatorOf(aaguid: string): Passkey['authenticator'] {
  const known = Object.hasOwn(AUTHENTICATORS, aaguid) ? AUTHENTICATORS[aaguid] : undefined;
  if (!known) return null;
  const { name, icon } = known;
  return { name, icon: icon === undefined ? null : `${AUTHENTICATOR_ICON_PATH}/${icon}.svg` };
}
