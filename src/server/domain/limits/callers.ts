import type { UserDocument } from '../../database/user-documents.ts';
import type { SessionActor } from '../rules/actor.ts';
import { findKnownDevice } from '../rules/known-devices.ts';
import { browserKey } from '../rules/counters.ts';

/** Unknown callers cannot use up the counters of sessions and known browsers. */
export type Caller = { readonly kind: 'unknown' } | KnownCaller;

export interface KnownCaller {
  readonly kind: 'known-browser' | 'session';
  readonly userId: string;
  /** Identifies the session or the browser (`browserKey`). */
  readonly key: string;
}

const UNKNOWN_CALLER: Caller = { kind: 'unknown' };

/** The device cookie decides. For an address that nobody has, the caller is unknown. */
export function callerByDevice(
  deps: Parameters<typeof findKnownDevice>[0],
  user: UserDocument | null,
  deviceCookie: string | undefined,
): Caller {
  const device = user && findKnownDevice(deps, deviceCookie, user);
  if (!device) return UNKNOWN_CALLER;
  return { kind: 'known-browser', userId: device.userId, key: browserKey(device.userId, device.deviceId) };
}

export function callerBySession({ user, session }: SessionActor): KnownCaller {
  const userId = user._id.toHexString();
  return { kind: 'session', userId, key: browserKey(userId, session._id.toHexString()) };
}
