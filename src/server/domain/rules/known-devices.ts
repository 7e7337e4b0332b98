import { createHmac } from 'node:crypto';
import { KNOWN_DEVICE_MAX_ACCOUNTS, KNOWN_DEVICE_MAX_AGE_MS, SECOND_MS } from '../../../shared/limits.ts';
import type { UserDocument } from '../../database/collections.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createToken, deriveKey, isEqual, secretsOf, type Secrets } from '../../crypto/secrets.ts';

/**
 * The accounts that signed in on this browser, in a signed cookie. It opens nothing: with it a person only is not counted among the
 * strangers who guess at their account (OWASP's device cookies), and not mailed about a new device. One entry an account:
 * `user.device.expires.signature`, the newest first, joined by `~`.
 */
export interface KnownDevice {
  readonly userId: string;
  /** Random; what is tried on this device is counted by it. */
  readonly deviceId: string;
  /** When this account last signed in here, to the second. */
  readonly seenAt: Date;
}

interface DeviceDependencies extends Pick<Dependencies, 'now'> {
  readonly settings: Secrets;
}

const SEPARATOR = '~';
const DEVICE_ID_LENGTH = 16;

export function readKnownDevices(deps: DeviceDependencies, cookie: string | undefined): KnownDevice[] {
  return validEntries(deps, cookie).map((entry) => {
    const [userId = '', deviceId = '', expires = ''] = entry.split('.');
    return { userId, deviceId, seenAt: new Date(Number(expires) * SECOND_MS - KNOWN_DEVICE_MAX_AGE_MS) };
  });
}

/**
 * This browser as the account knows it: it signed in here since its sessions were last ended together. Before that, it may have been somebody
 * who was put out.
 */
export function findKnownDevice(
  deps: DeviceDependencies,
  cookie: string | undefined,
  user: Pick<UserDocument, '_id' | 'sessionsValidFrom' | 'otherSessionsEnded'>,
): KnownDevice | null {
  const id = user._id.toHexString();
  const { sessionsValidFrom, otherSessionsEnded } = user;
  const since = Math.max(sessionsValidFrom?.getTime() ?? 0, otherSessionsEnded?.at.getTime() ?? 0);
  const known = readKnownDevices(deps, cookie).find(({ userId }) => userId === id);
  return known !== undefined && known.seenAt.getTime() + SECOND_MS > since ? known : null;
}

/** The cookie's new value once this account has signed in here. */
export function rememberDevice(
  deps: DeviceDependencies,
  cookie: string | undefined,
  userId: string,
): { value: string; expires: Date } {
  const expires = new Date(deps.now().getTime() + KNOWN_DEVICE_MAX_AGE_MS);
  const known = readKnownDevices(deps, cookie).find((device) => device.userId === userId);
  const deviceId = known?.deviceId ?? createToken().slice(0, DEVICE_ID_LENGTH);
  const named = `${userId}.${deviceId}.${Math.floor(expires.getTime() / 1000)}`;
  const others = validEntries(deps, cookie).filter((entry) => !entry.startsWith(`${userId}.`));
  const entries = [`${named}.${sign(deps.settings.authSecret, named)}`, ...others].slice(
    0,
    KNOWN_DEVICE_MAX_ACCOUNTS,
  );
  return { value: entries.join(SEPARATOR), expires };
}

/** The cookie's new value once this account is gone; `null` when nothing is left to remember. */
export function forgetDevice(
  deps: DeviceDependencies,
  cookie: string | undefined,
  userId: string,
): { value: string; expires: Date } | null {
  const others = validEntries(deps, cookie).filter((entry) => !entry.startsWith(`${userId}.`));
  if (others.length === 0) return null;
  return {
    value: others.join(SEPARATOR),
    expires: new Date(deps.now().getTime() + KNOWN_DEVICE_MAX_AGE_MS),
  };
}

function validEntries(deps: DeviceDependencies, cookie: string | undefined): string[] {
  return (cookie ?? '')
    .split(SEPARATOR)
    .slice(0, KNOWN_DEVICE_MAX_ACCOUNTS)
    .filter((entry) => {
      const parts = entry.split('.');
      const [, , expires, signature] = parts;
      if (parts.length !== 4 || signature === undefined) return false;
      const named = parts.slice(0, 3).join('.');
      return (
        secretsOf(deps.settings).some((secret) => isEqual(signature, sign(secret, named))) &&
        Number(expires) * 1000 > deps.now().getTime()
      );
    });
}

function sign(authSecret: string, text: string): string {
  return createHmac('sha256', deriveKey(authSecret, 'known device')).update(text).digest('base64url');
}
