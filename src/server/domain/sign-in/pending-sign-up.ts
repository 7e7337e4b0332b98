import type { UserDocument } from '../../database/collections.ts';
import type { PendingSignUp } from '../../database/verification-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { hashToken } from '../../crypto/secrets.ts';
import { makeSecurityEvent, provenAddressOf, settleSecurityEvent } from '../activity/security-events.ts';
import { activeUser } from '../rules/active-user.ts';
import { findOrCreateUserByProvenEmail } from '../users/users.ts';

/** `password-left-out`: the mail was answered in another browser, or the user has a password already. */
export type SignUpOutcome = 'password-set' | 'password-left-out';

export interface SettledSignUp {
  readonly user: UserDocument;
  readonly isNew: boolean;
  /** What became of the sign-up that the mail was asked for; `null` when it was for signing in. */
  readonly signUp: SignUpOutcome | null;
}

/**
 * The user of an address that was proven just now, with the password of the sign-up that was waiting for the proof, if there is one.
 *
 * Anybody can sign up with anybody's address and have the mail sent there. That its owner opens it must not give them an account
 * under a stranger's password (arXiv 2205.10174), so the password counts only in the browser where it was chosen; anywhere else
 * the proof signs in and leaves it out. It is set with the user, in one write, and never over another.
 */
export async function settleSignUp(
  deps: Dependencies,
  signUp: PendingSignUp | null,
  proof: { email: string; browser: string | undefined; client: RequestClient },
): Promise<SettledSignUp> {
  const { email, browser, client } = proof;
  const isTheirs = signUp !== null && browser !== undefined && hashToken(browser) === signUp.browserHash;
  if (!isTheirs)
    return {
      ...(await findOrCreateUserByProvenEmail(deps, email, client)),
      signUp: signUp === null ? null : 'password-left-out',
    };
  const password = { hash: signUp.passwordHash, changedAt: deps.now() };
  const first = { name: signUp.name, password };
  const { user, isNew } = await findOrCreateUserByProvenEmail(deps, email, client, first);
  if (isNew) return { user, isNew, signUp: 'password-set' };
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'password-set',
    client,
    mailTo: provenAddressOf(user),
  });
  const updated = await deps.collections.users.findOneAndUpdate(
    { ...activeUser(user._id), email, password: { $exists: false } },
    {
      $set: { password, name: user.name ?? signUp.name, updatedAt: deps.now() },
      $push: { announcements: securityEvent },
    },
    { returnDocument: 'after' },
  );
  if (!updated) return { user, isNew, signUp: 'password-left-out' };
  await settleSecurityEvent(deps, user._id, securityEvent);
  return { user: updated, isNew, signUp: 'password-set' };
}
