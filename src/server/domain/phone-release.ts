import { ObjectId } from 'mongodb';
import type { Dependencies } from '../dependencies.ts';
import { phoneTakenMail } from '../mail/phone-mails.ts';
import { recordActivity } from './activity.ts';

/** A number that somebody else has shown to be theirs, and the older proof that it outdoes. */
export interface PhoneRelease {
  readonly userId: string;
  readonly e164: string;
  /** ISO 8601. */
  readonly verifiedAt: string;
}

/** Takes a number from whoever had it by that older proof; once they have it by another, or not at all, this does nothing. */
export async function takePhone(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  { userId, e164, verifiedAt }: PhoneRelease,
): Promise<void> {
  await deps.collections.users.updateOne(
    { _id: new ObjectId(userId), 'phone.e164': e164, 'phone.verifiedAt': new Date(verifiedAt) },
    { $unset: { phone: '' }, $set: { updatedAt: deps.now() } },
  );
}

/** As a job: takes it, if whoever proved it did not come to that, and tells the earlier holder, by mail where an address is proven. */
export async function releasePhone(deps: Dependencies, release: PhoneRelease): Promise<void> {
  await takePhone(deps, release);
  const userId = new ObjectId(release.userId);
  const user = await deps.collections.users.findOne({ _id: userId });
  if (!user) return;
  if (user.email !== undefined && user.emailVerified !== null) {
    const { origin } = deps.settings;
    await deps.mail.send(phoneTakenMail({ to: user.email, origin, e164: release.e164 }));
  }
  const client = { ip: null, userAgent: null, locale: user.locale };
  await recordActivity(deps, { userId, kind: 'phone-taken', client });
}
