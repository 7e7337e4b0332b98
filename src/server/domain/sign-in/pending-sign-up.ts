import { nameFields } from '../../database/search-key.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { PendingSignUp } from '../../database/verification-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { hashToken } from '../../crypto/secrets.ts';
import { makeSecurityEvent, writeOutbox } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { notSuspended } from '../rules/access.ts';
import { activeUser } from '../rules/active-user.ts';
import { methodEvent, updatedEvents } from '../rules/event-contents.ts';
import { NO_TRUSTED_BROWSERS, withoutSecondFactor } from '../rules/second-factor-policy.ts';
import { findOrCreateUserByVerifiedEmail } from '../users/users.ts';

/** `password-left-out`: opened in another browser, or the user has a password or second factor already. */
export type SignUpOutcome = 'password-set' | 'password-left-out';

export interface FinishedSignUp {
  readonly user: UserDocument;
  readonly isNew: boolean;
  /** `null` for a sign-in. */
  readonly signUp: SignUpOutcome | null;
}

/**
 * An attacker may sign up with somebody's address and wait for the owner to open the mail (arXiv 2205.10174).
 * So the password counts only in the browser where it was chosen; others sign in without it. It is set in the
 * write that makes the user, and left out for somebody with a password or a second factor.
 */
export async function finishSignUp(
  deps: Dependencies,
  signUp: PendingSignUp | null,
  proof: {
    email: string;
    method: 'email-link' | 'email-code';
    signUpSecret: string | undefined;
    requestContext: RequestContext;
    /** The owner whom the caller looked up. */
    owner?: UserDocument | null;
  },
): Promise<FinishedSignUp> {
  const { email, method, signUpSecret, requestContext, owner } = proof;
  const isTheirs =
    signUp !== null && signUpSecret !== undefined && hashToken(signUpSecret) === signUp.browserHash;
  if (!isTheirs)
    return {
      ...(await findOrCreateUserByVerifiedEmail(deps, email, requestContext, { name: null, method }, owner)),
      signUp: signUp === null ? null : 'password-left-out',
    };
  const password = { hash: signUp.passwordHash, changedAt: deps.now() };
  const first = { name: signUp.name, password, method };
  const { user, isNew } = await findOrCreateUserByVerifiedEmail(deps, email, requestContext, first, owner);
  if (isNew) return { user, isNew, signUp: 'password-set' };
  const isNamed = user.name === null && signUp.name !== null;
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'password-set',
    requestContext,
    mailTo: verifiedAddressesOf(user),
    events: [methodEvent('method.added', 'password'), ...updatedEvents(isNamed ? ['name'] : [])],
  });
  const updated = await deps.collections.users.findOneAndUpdate(
    {
      $and: [
        { ...activeUser(user._id), email, password: { $exists: false }, name: user.name },
        withoutSecondFactor(deps.settings),
        notSuspended(deps.now()),
      ],
    },
    {
      $set: {
        password,
        ...nameFields(user.name ?? signUp.name),
        ...NO_TRUSTED_BROWSERS,
        updatedAt: deps.now(),
      },
      $push: { outbox: securityEvent },
    },
    { returnDocument: 'after' },
  );
  if (!updated) return { user, isNew, signUp: 'password-left-out' };
  await writeOutbox(deps, user._id, securityEvent);
  return { user: updated, isNew, signUp: 'password-set' };
}
