import { CEREMONY_MAX_AGE_MS, MINUTE_MS, DAY_MS } from '../../../shared/limits.ts';
import { createToken, hashToken } from '../../crypto/secrets.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { CeremonyDocument, CeremonyPurpose } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { addressKey, networkKey, type RateCount } from '../limits/rate-limits.ts';
import { browserKey } from '../rules/counters.ts';
import { readKnownDevices } from '../rules/known-devices.ts';
import { rpIdOf } from '../rules/second-factor-policy.ts';

/** How long the browser may take. Autofill waits while the page is open. */
export const PASSKEY_TIMEOUT_MS = 5 * MINUTE_MS;
const PASSKEY_COOKIE_MAX_AGE_MS = DAY_MS;

/** The ceremony of a sign-in has no owner. In the second step of a sign-in, the owner has no session. */
export interface CeremonyOwner {
  readonly user: UserDocument;
  readonly session: Pick<SessionDocument, '_id'> | null;
}

export interface PasskeyCookie {
  readonly kind: 'passkey';
  readonly value: string;
  readonly expires: Date;
}

/** What a challenge is for. An answer must have the same values. */
interface CeremonyBinding {
  readonly purpose: CeremonyPurpose;
  /** The cookie `passkey`: the secrets of this browser, joined by dots. */
  readonly passkeyCookie: string | undefined;
  readonly owner: CeremonyOwner | null;
}

/** A value of `createToken`. */
const BROWSER_SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A browser has several secrets when two tabs asked for their first challenges at once. */
function browserSecrets(passkeyCookie = ''): string[] {
  return passkeyCookie.split('.').filter((secret) => BROWSER_SECRET.test(secret));
}

/**
 * Keeps the secrets in the browser's cookie, because two tabs may wait. Throws `RATE_LIMITED`.
 */
export async function beginCeremony(
  deps: Dependencies,
  about: CeremonyBinding & {
    readonly conditional: boolean;
    readonly requestContext: RequestContext;
    readonly deviceCookie?: string | undefined;
  },
): Promise<{ readonly challenge: string; readonly cookie: PasskeyCookie }> {
  const { purpose, passkeyCookie, owner, conditional } = about;
  await deps.rateLimits.consumeAll(countersOf(deps, about));
  const now = deps.now().getTime();
  const challenge = createToken();
  const [secret = createToken()] = browserSecrets(passkeyCookie);
  await deps.collections.ceremonies.insertOne({
    _id: hashToken(challenge),
    purpose,
    browserHash: hashToken(secret),
    userId: owner?.user._id ?? null,
    sessionId: owner?.session?._id ?? null,
    conditional,
    rpId: rpIdOf(deps.settings),
    expires: new Date(now + CEREMONY_MAX_AGE_MS),
  });
  const expires = new Date(now + PASSKEY_COOKIE_MAX_AGE_MS);
  return { challenge, cookie: { kind: 'passkey', value: secret, expires } };
}

/**
 * Callers without a session are counted by IP address, so that nobody uses up the challenges of a person.
 * Known browsers are counted apart: many people may share an address, and every page with autofill asks.
 */
function countersOf(
  deps: Dependencies,
  { owner, requestContext, deviceCookie }: Parameters<typeof beginCeremony>[1],
): RateCount[] {
  if (owner?.session) return [['passkey-challenge', 'user', owner.user._id.toHexString()]];
  const [known] = readKnownDevices(deps, deviceCookie);
  if (known) return [['passkey-challenge', 'browser', browserKey(known.userId, known.deviceId)]];
  return [
    ['passkey-challenge', 'ip', addressKey(requestContext.ip)],
    ['passkey-challenge', 'network', networkKey(requestContext.ip)],
  ];
}

/**
 * A challenge is taken before its answer is verified, so it works once. `null`: it was used, has expired, or
 * belongs to another browser, purpose, person, session or host.
 */
export async function takeCeremony(
  deps: Dependencies,
  challenge: string,
  { purpose, passkeyCookie, owner }: CeremonyBinding,
): Promise<CeremonyDocument | null> {
  const ceremony = await deps.collections.ceremonies.findOneAndDelete({ _id: hashToken(challenge) });
  if (!ceremony) return null;
  const isForThis =
    ceremony.purpose === purpose &&
    browserSecrets(passkeyCookie).some((secret) => ceremony.browserHash === hashToken(secret)) &&
    ceremony.userId?.toHexString() === owner?.user._id.toHexString() &&
    ceremony.sessionId?.toHexString() === owner?.session?._id.toHexString() &&
    ceremony.rpId === rpIdOf(deps.settings) &&
    ceremony.expires > deps.now();
  return isForThis ? ceremony : null;
}
