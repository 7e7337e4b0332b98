import { KNOWN_DEVICE_MAX_AGE_MS, SECOND_MS } from '../../../shared/limits.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import {
  createToken,
  deriveKey,
  hashWithKey,
  isEqual,
  validKeys,
  type FormerKeys,
  type Secrets,
} from '../../crypto/secrets.ts';

/** How many accounts a browser stores. */
const KNOWN_DEVICE_MAX_ACCOUNTS = 5;

/**
 * A signed cookie (OWASP, "Device cookies"), which signs nobody in: `user.device.expires.signature`, newest
 * first, joined by `~`. Its browser is not counted among unknown callers, nor mailed as a new device.
 */
interface KnownDevice {
  readonly userId: string;
  /** Random. Attempts on this device are counted by it. */
  readonly deviceId: string;
  /** To the second. */
  readonly seenAt: Date;
}

interface DeviceDependencies {
  readonly now: () => Date;
  readonly formerKeys: FormerKeys;
  readonly settings: Secrets;
}

const SEPARATOR = '~';
const DEVICE_ID_LENGTH = 16;
const PURPOSE = 'known device';

export function readKnownDevices(deps: DeviceDependencies, cookie: string | undefined): KnownDevice[] {
  return validEntries(deps, cookie).map((entry) => {
    const [userId = '', deviceId = '', expires = ''] = entry.split('.');
    return { userId, deviceId, seenAt: new Date(Number(expires) * SECOND_MS - KNOWN_DEVICE_MAX_AGE_MS) };
  });
}

/**
 * Also `null` for a device from before all sessions were last ended, because the owner may have meant this
 * browser.
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
  const entries = [
    `${named}.${hashWithKey(deriveKey(deps.settings.authSecret, PURPOSE), named)}`,
    ...others,
  ].slice(0, KNOWN_DEVICE_MAX_ACCOUNTS);
  return { value: entries.join(SEPARATOR), expires };
}

/** The cookie's new value after a deletion; `null` when no entry is left. */
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
  const keys = validKeys(PURPOSE, deps.settings, deps.formerKeys);
  return (cookie ?? '')
    .split(SEPARATOR)
    .slice(0, KNOWN_DEVICE_MAX_ACCOUNTS)
    .filter((entry) => {
      const parts = entry.split('.');
      const [, , expires, signature] = parts;
      if (parts.length !== 4 || signature === undefined) return false;
      const named = parts.slice(0, 3).join('.');
      return (
        keys.some((key) => isEqual(signature, hashWithKey(key, named))) &&
        Number(expires) * 1000 > deps.now().getTime()
      );
    });
}
