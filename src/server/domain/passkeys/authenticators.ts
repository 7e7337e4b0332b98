import type { Passkey } from '../../../shared/schemas/passkeys.ts';
import { AUTHENTICATORS } from './authenticator-list.ts';

/** `http/passkey-routes.ts` serves the icons. */
export const AUTHENTICATOR_ICON_PATH = '/authenticator-icons';

/** `null` for an unknown AAGUID. Without attestation, nobody has verified the name. */
export function authenticatorOf(aaguid: string): Passkey['authenticator'] {
  const known = Object.hasOwn(AUTHENTICATORS, aaguid) ? AUTHENTICATORS[aaguid] : undefined;
  if (!known) return null;
  const { name, icon } = known;
  return { name, icon: icon === undefined ? null : `${AUTHENTICATOR_ICON_PATH}/${icon}.svg` };
}
