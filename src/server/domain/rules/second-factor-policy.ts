import type { Filter } from 'mongodb';
import { aalOf } from '../../../shared/assurance-level.ts';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { SESSION_FRESH_MS } from '../../../shared/limits.ts';
import type { SecondFactorKind } from '../../../shared/schemas/second-factor.ts';
import { hashToken } from '../../crypto/secrets.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { StoredPasskey, TrustedBrowser } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Settings } from '../../settings/settings.ts';
import { isAdministrator } from './access.ts';
import { findKnownDevice } from './known-devices.ts';

type PolicySettings = Pick<Settings, 'secondFactor' | 'origin'>;
type Factors = Pick<UserDocument, 'totp' | 'passkeys' | 'recoveryCodes' | 'roles'>;

/** The host to which passkeys belong (WebAuthn Level 3, 5.1.3). */
export function rpIdOf({ origin }: Pick<Settings, 'origin'>): string {
  return new URL(origin).hostname;
}

/** The passkeys of the current host. Those of a former host do not work. */
export function usablePasskeys(
  settings: Pick<Settings, 'origin'>,
  { passkeys = [] }: Pick<UserDocument, 'passkeys'>,
): StoredPasskey[] {
  const rpId = rpIdOf(settings);
  return passkeys.filter((passkey) => passkey.rpId === rpId);
}

export function isDemanded({ secondFactor }: PolicySettings, user: Pick<UserDocument, 'roles'>): boolean {
  return secondFactor === 'everyone' || (secondFactor === 'administrators' && isAdministrator(user));
}

/**
 * Whether a sign-in of this user needs a second factor. A passkey alone needs none, unless the operator
 * demands it. `withoutSecondFactor` is the same rule as a filter of deciding writes, so that no sign-in
 * passes while the user sets one up. A test compares the two.
 */
export function needsSecondFactor(settings: PolicySettings, user: Factors): boolean {
  if ((user.totp?.length ?? 0) > 0) return true;
  return isDemanded(settings, user) && usablePasskeys(settings, user).length > 0;
}

/** Matches users who need no second factor. */
export function withoutSecondFactor(settings: PolicySettings): Filter<UserDocument> {
  const withoutPasskey = { 'passkeys.rpId': { $ne: rpIdOf(settings) } };
  return {
    'totp.0': { $exists: false },
    ...(settings.secondFactor === 'everyone' ? withoutPasskey : {}),
    ...(settings.secondFactor === 'administrators'
      ? { $or: [{ roles: { $ne: ADMINISTRATOR } }, withoutPasskey] }
      : {}),
  };
}

/** Whether a second factor must be set up before the session allows anything else. */
export function mustEnrol(settings: PolicySettings, user: Factors): boolean {
  return isDemanded(settings, user) && !needsSecondFactor(settings, user);
}

export function secondFactorsOf(settings: Pick<Settings, 'origin'>, user: Factors): SecondFactorKind[] {
  return [
    ...((user.totp?.length ?? 0) > 0 ? (['totp'] as const) : []),
    ...(usablePasskeys(settings, user).length > 0 ? (['passkey'] as const) : []),
    ...((user.recoveryCodes?.hashes.length ?? 0) > 0 ? (['recovery-code'] as const) : []),
  ];
}

/** Whether the proofs of the last ten minutes reach level 2. */
export function isStrong(
  deps: Pick<Dependencies, 'now'>,
  { proofs }: Pick<SessionDocument, 'proofs'>,
): boolean {
  const since = deps.now().getTime() - SESSION_FRESH_MS;
  return aalOf(proofs.filter(({ at }) => at.getTime() >= since)) === 2;
}

/** In each write that changes a password or second factor, or ends many sessions: all browsers are asked. */
export const NO_TRUSTED_BROWSERS: Required<Pick<UserDocument, 'trustedBrowsers'>> = { trustedBrowsers: [] };

export function trustedDeviceHash(deviceId: string): string {
  return hashToken(deviceId);
}

/** By the signed device cookie. What ends many sessions ends the trust. Administrators are always asked. */
export function findTrustedBrowser(
  deps: Pick<Dependencies, 'now' | 'settings' | 'formerKeys'>,
  user: UserDocument,
  deviceCookie: string | undefined,
): TrustedBrowser | null {
  const known = findKnownDevice(deps, deviceCookie, user);
  if (!known || isAdministrator(user)) return null;
  const hash = trustedDeviceHash(known.deviceId);
  return user.trustedBrowsers?.find((each) => each.deviceHash === hash && each.expires > deps.now()) ?? null;
}
