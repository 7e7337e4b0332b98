import type { UserDocument } from '../../database/user-documents.ts';
import type { SessionActor } from '../rules/actor.ts';
import { findKnownDevice } from '../rules/known-devices.ts';
import { browserKey } from '../rules/counters.ts';

/**
 * Who asks for a message or gives a code, before anything is proven. Sessions and known browsers have counters of their own, which strangers
 * cannot use up.
 */
export type Asker = { readonly kind: 'stranger' } | KnownAsker;

export interface KnownAsker {
  readonly kind: 'known-browser' | 'session';
  readonly userId: string;
  /** Identifies the session or the browser (`browserKey`). */
  readonly key: string;
}

export const STRANGER: Asker = { kind: 'stranger' };

/** The asker for this user's address or number, by the device cookie. For an address that nobody has, the asker is a stranger. */
export function askerByDevice(
  deps: Parameters<typeof findKnownDevice>[0],
  user: UserDocument | null,
  deviceCookie: string | undefined,
): Asker {
  const device = user && findKnownDevice(deps, deviceCookie, user);
  if (!device) return STRANGER;
  return { kind: 'known-browser', userId: device.userId, key: browserKey(device.userId, device.deviceId) };
}

export function askerBySession({ user, session }: SessionActor): KnownAsker {
  const userId = user._id.toHexString();
  return { kind: 'session', userId, key: browserKey(userId, session._id.toHexString()) };
}
