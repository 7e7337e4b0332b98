import { ObjectId } from 'mongodb';
import type { Dependencies } from '../../dependencies.ts';
import { makeSecurityEvent, provenAddressOf, settleSecurityEvent } from '../activity/security-events.ts';
import type { PhoneRelease } from '../jobs/jobs.ts';

/** Enough to know a number by, too little to call it. */
export function lastDigitsOf(e164: string): string {
  return e164.slice(-3);
}

/**
 * Takes a number from whoever had it by that older proof, and tells them, by mail where an address is proven; once they have it by another
 * proof, or not at all, this does nothing. As a job it takes it, if whoever proved it did not come to that.
 */
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
    // Where somebody else was when they proved it is none of the holder's business.
    client: null,
    label: lastDigitsOf(e164),
    mailTo: provenAddressOf(holder),
  });
  const { matchedCount } = await users.updateOne(held, {
    $unset: { phone: '' },
    $set: { updatedAt: deps.now() },
    $push: { announcements: securityEvent },
  });
  if (matchedCount === 1) await settleSecurityEvent(deps, holder._id, securityEvent);
}
