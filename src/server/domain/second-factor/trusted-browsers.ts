import { ObjectId, type Filter } from 'mongodb';
import { TRUSTED_BROWSER_MAX_AGE_MS } from '../../../shared/limits.ts';
import type { TrustedBrowser } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { changeOwnUser } from '../activity/change-own-user.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { activeActor, requireActive, type SessionActor } from '../rules/actor.ts';
import { deviceName } from '../rules/device.ts';
import { readKnownDevices } from '../rules/known-devices.ts';
import { trustedDeviceHash } from '../rules/second-factor-policy.ts';

export const TRUSTED_BROWSERS_PER_USER = 10;

/**
 * A person trusts ten browsers at most, for 30 days. When a factor was removed since the caller checked it,
 * nothing is trusted. `deviceCookie`: the one that the answer sets. Throws `SessionRequired`.
 */
export async function trustBrowser(
  deps: Dependencies,
  actor: SessionActor,
  {
    deviceCookie,
    requestContext,
  }: { readonly deviceCookie: string; readonly requestContext: RequestContext },
): Promise<void> {
  const { user, session } = actor;
  const userId = user._id.toHexString();
  const known = readKnownDevices(deps, deviceCookie).find((device) => device.userId === userId);
  if (!known) throw new Error('the device cookie of a sign-in does not name its user');
  const now = deps.now();
  const browser: TrustedBrowser = {
    id: new ObjectId(),
    deviceHash: trustedDeviceHash(known.deviceId),
    userAgent: requestContext.userAgent,
    createdAt: now,
    expires: new Date(now.getTime() + TRUSTED_BROWSER_MAX_AGE_MS),
  };
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'browser-trusted',
    requestContext: { ...requestContext, sessionId: session._id },
    label: deviceName(browser.userAgent),
    mailTo: [],
    events: [],
  });
  const others = {
    $filter: {
      input: { $ifNull: ['$trustedBrowsers', []] },
      cond: { $and: [{ $ne: ['$$this.deviceHash', browser.deviceHash] }, { $gt: ['$$this.expires', now] }] },
    },
  };
  const { matchedCount } = await deps.collections.users.updateOne(
    { ...activeActor(actor), ...keepsFactors(user) },
    [
      {
        $set: {
          trustedBrowsers: {
            $slice: [{ $concatArrays: [others, [{ $literal: browser }]] }, -TRUSTED_BROWSERS_PER_USER],
          },
          outbox: {
            $concatArrays: [{ $ifNull: ['$outbox', []] }, [{ $literal: securityEvent }]],
          },
          updatedAt: now,
        },
      },
    ],
  );
  if (matchedCount === 0) return void (await requireActive(deps, actor));
  await writeOutbox(deps, user._id, securityEvent);
}

/** A removed factor, such as a stolen phone, must not leave a browser trusted. */
function keepsFactors({ totp = [], passkeys = [] }: UserDocument): Filter<UserDocument> {
  return {
    ...(totp.length > 0 ? { 'totp.id': { $all: totp.map(({ id }) => id) } } : {}),
    ...(passkeys.length > 0 ? { 'passkeys.id': { $all: passkeys.map(({ id }) => id) } } : {}),
  };
}

/** Throws `NOT_FOUND`, `SessionRequired`. */
export async function endTrust(
  deps: Dependencies,
  actor: SessionActor,
  id: string,
  requestContext: RequestContext,
): Promise<UserDocument> {
  const { user } = actor;
  const _id = new ObjectId(id);
  const trusted = user.trustedBrowsers?.find((each) => each.id.equals(_id));
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'browser-trust-ended',
    requestContext,
    label: trusted ? deviceName(trusted.userAgent) : null,
    mailTo: [],
    events: [],
  });
  return changeOwnUser(deps, actor, {
    securityEvent,
    condition: { 'trustedBrowsers.id': _id },
    update: { $pull: { trustedBrowsers: { id: _id } } },
    refusalOf: () => 'NOT_FOUND',
  });
}
