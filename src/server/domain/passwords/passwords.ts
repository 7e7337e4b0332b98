import type { PasswordStatus } from '../../../shared/schemas/password.ts';
import { AppError } from '../../app-error.ts';
import type { StoredPassword, UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { SessionActor } from '../rules/actor.ts';
import { recordFailedTry } from '../activity/activity.ts';
import { changeOwnUser } from '../activity/change-own-user.ts';
import { makeSecurityEvent } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { callerBySession } from '../limits/callers.ts';
import { methodEvent } from '../rules/event-contents.ts';
import { requireGoodPassword } from '../rules/password-policy.ts';
import { NO_TRUSTED_BROWSERS } from '../rules/second-factor-policy.ts';
import { hasOtherMethod, offeredMethods, otherMethodFilter } from '../rules/sign-in-methods.ts';

export function toPasswordStatus(deps: Dependencies, user: UserDocument): PasswordStatus {
  return {
    changedAt: user.password?.changedAt.toISOString() ?? null,
    canSet: user.password === undefined && hasVerifiedAddress(user),
    canRemove: user.password !== undefined && hasOtherMethod(user, 'password', offeredMethods(deps)),
  };
}

function hasVerifiedAddress(user: UserDocument): boolean {
  return user.email !== undefined && user.emailVerified !== null;
}

/**
 * Each session has its own counter, so that a stolen one cannot lock the owner out. Throws `NOT_FOUND`
 * without a password, `PASSWORD_WRONG`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export async function requirePassword(
  deps: Dependencies,
  actor: SessionActor,
  given: string,
  requestContext: RequestContext,
): Promise<StoredPassword> {
  const { user } = actor;
  const { password } = user;
  if (!password) throw new AppError('NOT_FOUND');
  const right = await deps.passwordGuesses.evaluate(callerBySession(actor), () =>
    deps.passwordHashing.verify(password.hash, given),
  );
  if (!right) {
    recordFailedTry(deps, { user, kind: 're-authentication-failed', method: 'password', requestContext });
    throw new AppError('PASSWORD_WRONG');
  }
  return password;
}

/** Called with a right password, which nobody else knows. It replaces imported hashes and old parameters. */
export async function renewHash(
  deps: Dependencies,
  user: UserDocument,
  stored: StoredPassword,
  password: string,
): Promise<void> {
  if (!deps.passwordHashing.isOutdated(stored.hash)) return;
  try {
    const hash = await deps.passwordHashing.hash(password);
    await deps.collections.users.updateOne(
      { _id: user._id, 'password.hash': stored.hash },
      { $set: { 'password.hash': hash } },
    );
  } catch (error) {
    // The password was right, so a failure here must refuse nobody.
    deps.log.warn({ err: error, userId: user._id.toHexString() }, 'password hash not renewed');
  }
}

/**
 * Called with a right password. The caller does not wait, so no sign-in is slower or refused. For a breached
 * one, `securityReview.get` asks the person for another.
 */
export function noteBreach(
  deps: Dependencies,
  user: UserDocument,
  stored: StoredPassword,
  password: string,
): void {
  const { breachedPasswords, collections, log, now } = deps;
  if (!breachedPasswords || stored.breachedAt) return;
  const lookUp = async () => {
    if ((await breachedPasswords.lookUp(password)) !== 'breached') return;
    await collections.users.updateOne(
      { _id: user._id, 'password.changedAt': stored.changedAt },
      { $set: { 'password.breachedAt': now() } },
    );
  };
  void lookUp().catch((error: unknown) =>
    log.warn({ err: error, userId: user._id.toHexString() }, 'breached password not noted'),
  );
}

/**
 * If two calls run at once, one succeeds. The caller checks that the session is fresh. Throws `PASSWORD_EXISTS`,
 * `ADDRESS_REQUIRED`, `INVALID_INPUT` for a password that the policy refuses, `UNAVAILABLE`.
 */
export async function setPassword(
  deps: Dependencies,
  actor: SessionActor,
  chosen: string,
  requestContext: RequestContext,
): Promise<UserDocument> {
  const { user, session } = actor;
  if (user.password) throw new AppError('PASSWORD_EXISTS');
  if (!hasVerifiedAddress(user)) throw new AppError('ADDRESS_REQUIRED');
  await requireGoodPassword(deps, chosen, { email: user.email ?? null, name: user.name });
  const hash = await deps.passwordHashing.hash(chosen);
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'password-set',
    requestContext,
    mailTo: verifiedAddressesOf(user),
    events: [methodEvent('method.added', 'password')],
  });
  return changeOwnUser(deps, actor, {
    securityEvent,
    condition: {
      password: { $exists: false },
      // An undo may have replaced the address. A password signs in with the verified address only.
      email: user.email ?? '',
      emailVerified: { $ne: null },
    },
    update: {
      $set: { password: { hash, changedAt: deps.now(), addedBy: session._id }, ...NO_TRUSTED_BROWSERS },
    },
    refusalOf: ({ password }) => (password ? 'PASSWORD_EXISTS' : 'ADDRESS_REQUIRED'),
  });
}

/** One conditional write checks for another sign-in method. Throws `LAST_SIGN_IN_METHOD`, `NOT_FOUND`. */
export async function removePassword(
  deps: Dependencies,
  actor: SessionActor,
  requestContext: RequestContext,
): Promise<UserDocument> {
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'password-removed',
    requestContext,
    mailTo: verifiedAddressesOf(actor.user),
    events: [methodEvent('method.removed', 'password')],
  });
  return changeOwnUser(deps, actor, {
    securityEvent,
    condition: { password: { $exists: true }, ...otherMethodFilter('password', offeredMethods(deps)) },
    update: { $unset: { password: '' }, $set: NO_TRUSTED_BROWSERS },
    refusalOf: ({ password }) => (password ? 'LAST_SIGN_IN_METHOD' : 'NOT_FOUND'),
  });
}
