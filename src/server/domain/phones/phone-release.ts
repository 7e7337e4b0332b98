import { ObjectId } from 'mongodb';
import type { Dependencies } from '../../dependencies.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { PHONE_REMOVED } from '../rules/event-contents.ts';
import type { PhoneRelease } from '../jobs/jobs.ts';

/** Enough digits to recognise a number, too few to call it. */
export function lastDigitsOf(e164: string): string {
  return e164.slice(-3);
}

/** Mails the former owner. Changes nothing when they verified the number again or no longer have it. */
export async function takePhone(
  deps: Dependencies,
  { userId, e164, verifiedAt }: PhoneRelease,
): Promise<void> {
  const { users } = deps.collections;
  const held = {
    _id: new ObjectId(userId),
    'phone.e164': e164,
    'phone.verifiedAt': new Date(verifiedAt),
  };
  const holder = await users.findOne(held);
  if (!holder) return;
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'phone-taken',
    // The former owner must not learn where the new owner was.
    requestContext: null,
    label: lastDigitsOf(e164),
    mailTo: verifiedAddressesOf(holder),
    events: PHONE_REMOVED,
  });
  const { matchedCount } = await users.updateOne(held, {
    $unset: { phone: '' },
    $set: { updatedAt: deps.now() },
    $push: { outbox: securityEvent },
  });
  if (matchedCount === 1) await writeOutbox(deps, holder._id, securityEvent);
}
