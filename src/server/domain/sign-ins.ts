import { FIRST_SIGN_IN_WITHIN_MS } from '../../shared/limits.ts';
import type { UserDocument } from '../database/collections.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';
import { hashToken } from '../secrets.ts';
import { recordActivity } from './activity.ts';
import {
  announce,
  makeAnnouncement,
  provenAddressOf,
  type AnnouncementDependencies,
} from './announcements.ts';
import { findKnownDevice } from './known-devices.ts';

/**
 * Tells a sign-in: in the activity always, by mail where this browser is new to the account. Before the answer goes out, so that nobody
 * has a session that its owner was not told of; one that a crash leaves untold was never handed to anybody.
 */
export async function recordSignIn(
  deps: AnnouncementDependencies,
  input: {
    user: UserDocument;
    /** `email-link`, `email-code`, `phone-code`, `password`, or a provider's id. */
    method: string;
    client: RequestClient;
    /** The device cookie that this browser came with. */
    device: string | undefined;
  },
): Promise<void> {
  const { user, method, client, device } = input;
  const isExpected = findKnownDevice(deps, device, user) !== null || (await isFirstSignIn(deps, user));
  const announcement = makeAnnouncement(deps, {
    kind: 'sign-in',
    client,
    method,
    mailTo: isExpected ? [] : provenAddressOf(user),
  });
  await announce(deps, user, announcement);
}

/** Whoever has just made their account, or shown that its address is theirs, knows that they are there. */
async function isFirstSignIn(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  { _id, createdAt, emailVerified }: UserDocument,
): Promise<boolean> {
  const since = emailVerified && emailVerified > createdAt ? emailVerified : createdAt;
  if (deps.now().getTime() - since.getTime() > FIRST_SIGN_IN_WITHIN_MS) return false;
  const earlier = await deps.collections.activity.findOne({
    userId: _id,
    kind: 'sign-in',
    at: { $gte: since },
  });
  return earlier === null;
}

/** Ends a session by its token, and tells it where there was one. */
export async function signOut(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  token: string,
  client: RequestClient,
): Promise<void> {
  const ended = await deps.collections.sessions.findOneAndDelete({ sessionToken: hashToken(token) });
  if (ended) await recordActivity(deps, { userId: ended.userId, kind: 'sign-out', client });
}
