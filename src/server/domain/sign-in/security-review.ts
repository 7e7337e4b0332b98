import type { Filter } from 'mongodb';
import { formatE164 } from '../../../shared/phone.ts';
import type { Addition, SecurityReview } from '../../../shared/schemas/security-review.ts';
import { AppError } from '../../app-error.ts';
import type { AccountDocument } from '../../database/collections.ts';
import type { SignInCondition } from '../../database/second-factor-documents.ts';
import type { LinkedAccount, UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { accountKey } from '../rules/account-key.ts';
import { activeActor, requireActive, type SessionActor } from '../rules/actor.ts';
import {
  makeSecurityEvent,
  writeOutbox,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { activeUser } from '../rules/active-user.ts';
import { lastDigitsOf } from '../phones/phone-release.ts';
import { isRemovablePasskey } from '../passkeys/passkeys.ts';
import { otherSessionsEndedEvent } from '../rules/event-contents.ts';
import { NO_TRUSTED_BROWSERS } from '../rules/second-factor-policy.ts';
import { findListed, removeSessionRows } from '../rules/session-liveness.ts';
import { hasOtherMethod, offeredMethods, sameMethods } from '../rules/sign-in-methods.ts';
import {
  addedInReview,
  digestOf,
  isOwnAddress,
  sameVouching,
  unconfirmedMethodsOf,
  type UnconfirmedMethods,
} from '../rules/unconfirmed-methods.ts';

/**
 * An attacker who knew a password may have added a sign-in method. A reset cannot tell who added a method:
 *
 * 1. `resetPassword` removes none and sets `UserDocument.securityReview` in its deciding write.
 * 2. The next sign-in (`announceSecurityReview`) mails the list of what was added.
 * 3. The owner removes what is not theirs, and `finishSecurityReview` ends the review.
 *
 * The reset has verified the address and ended all access tokens, so neither is on the list. What an import
 * or a service key put on the account (`unconfirmed-methods.ts`) has the same review without a mail. Only a
 * sign-in by mail sees that list, and it matters only for a grave role.
 *
 * A breached password (`noteBreach`) is reviewed until it is changed or removed: an attacker who has it could
 * end the review.
 */

/**
 * Whether this sign-in method is on the list of the review, so that an attacker may have added it.
 * `condition` names the passkey.
 */
export function isByAddition(
  user: UserDocument,
  method: { readonly kind: string; readonly provider?: string },
  condition: SignInCondition,
): boolean {
  const added = unconfirmedMethodsOf(user);
  if (!added) return false;
  // A sign-in by mail proves the address. Every other method is on the list.
  if (user.vouchedAt) return method.kind !== 'email-link' && method.kind !== 'email-code';
  if (method.kind === 'passkey') return added.passkeys.some(({ id }) => id === condition.passkeyId);
  if (method.kind === 'phone-code') return added.phone !== null;
  return method.kind === 'provider' && added.accounts.some(({ provider }) => provider === method.provider);
}

/**
 * Mails the list of additions once: of parallel sign-ins, one write stores the mail. Without additions, the
 * review ends.
 */
export async function announceSecurityReview(
  deps: SecurityEventDependencies,
  user: UserDocument,
  { requestContext, method }: { readonly requestContext: RequestContext; readonly method: string },
): Promise<UserDocument> {
  const { securityReview: review } = user;
  if (!review) return user;
  const added = addedInReview(user);
  if (!added) return endEmptyReview(deps, user);
  if (review.toldAt !== null) return user;
  const details = await detailsOf(deps, user);
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'security-review-due',
    requestContext,
    method,
    mailTo: verifiedAddressesOf(user),
    events: [],
    additions: [
      ...added.accounts.map((account) => ({
        kind: 'connection' as const,
        provider: account.provider,
        label: labelOf(account, details),
        addedAt: account.linkedAt,
      })),
      ...(added.phone
        ? [
            {
              kind: 'phone' as const,
              lastDigits: lastDigitsOf(added.phone.e164),
              addedAt: added.phone.verifiedAt,
            },
          ]
        : []),
      ...added.passkeys.map(({ name, createdAt }) => ({
        kind: 'passkey' as const,
        name,
        addedAt: createdAt,
      })),
    ],
  });
  const updated = await deps.collections.users.findOneAndUpdate(
    { ...activeUser(user._id), 'securityReview.since': review.since, 'securityReview.toldAt': null },
    { $set: { 'securityReview.toldAt': deps.now() }, $push: { outbox: securityEvent } },
    { returnDocument: 'after' },
  );
  // A parallel sign-in has sent the mail.
  if (!updated) return user;
  await writeOutbox(deps, user._id, securityEvent);
  return updated;
}

async function endEmptyReview(
  deps: Pick<Dependencies, 'collections'>,
  user: UserDocument,
): Promise<UserDocument> {
  const { securityReview: review } = user;
  if (!review) return user;
  const { since } = review;
  const ended = await deps.collections.users.findOneAndUpdate(
    { ...activeUser(user._id), 'securityReview.since': since, ...nothingAddedSince(since) },
    { $unset: { securityReview: '' } },
    { returnDocument: 'after' },
  );
  return ended ?? user;
}

function nothingAddedSince(since: Date): Filter<UserDocument> {
  return {
    accounts: { $not: { $elemMatch: { linkedAt: { $gte: since } } } },
    'phone.verifiedAt': { $not: { $gte: since } },
    passkeys: { $not: { $elemMatch: { createdAt: { $gte: since } } } },
  };
}

/** Whether this session sees and confirms everything on the account. */
function isForAll({ user, session }: SessionActor): boolean {
  return Boolean(user.vouchedAt) && isOwnAddress(user) && !findListed(user, session._id)?.byAddition;
}

function listedFor(actor: SessionActor): UnconfirmedMethods | null {
  return isForAll(actor) ? unconfirmedMethodsOf(actor.user) : addedInReview(actor.user);
}

/** What to check, additions before a breached password, or `null`. It ends a review without additions. */
export async function getSecurityReview(
  deps: Dependencies,
  actor: SessionActor,
): Promise<SecurityReview | null> {
  const { user } = actor;
  const { securityReview: review, createdAt } = user;
  const added = listedFor(actor);
  if (!added) {
    await endEmptyReview(deps, user);
    const since = user.password?.breachedAt?.toISOString();
    return since === undefined ? null : { reason: 'password-breached', since, listed: '', additions: [] };
  }
  const offered = offeredMethods(deps);
  const details = await detailsOf(deps, user);
  const additions: Addition[] = added.accounts.map((account) => ({
    kind: 'connection',
    provider: account.provider,
    name: deps.identityProviders.get(account.provider)?.name ?? account.provider,
    label: labelOf(account, details),
    providerAccountId: account.providerAccountId,
    addedAt: account.linkedAt.toISOString(),
    canRemove: hasOtherMethod(user, account.key, offered),
  }));
  if (added.phone) {
    additions.push({
      kind: 'phone',
      international: formatE164(added.phone.e164),
      addedAt: added.phone.verifiedAt.toISOString(),
      // A phone that does not sign in is never the last sign-in method.
      canRemove: !offered.phone || hasOtherMethod(user, 'phone', offered),
    });
  }
  for (const { id, name, rpId, createdAt: madeAt } of added.passkeys) {
    const canRemove = isRemovablePasskey(user, { id, rpId }, offered);
    additions.push({ kind: 'passkey', id, name, addedAt: madeAt.toISOString(), canRemove });
  }
  if (added.password) additions.push({ kind: 'password', addedAt: added.password.changedAt.toISOString() });
  for (const { name, createdAt: madeAt } of added.totp)
    additions.push({ kind: 'authenticator-app', name, addedAt: madeAt.toISOString() });
  return {
    reason: isForAll(actor) ? 'vouched' : 'password-reset',
    since: (isForAll(actor) ? createdAt : (review?.since ?? createdAt)).toISOString(),
    listed: digestOf(added),
    additions: additions.toSorted((one, other) => other.addedAt.localeCompare(one.addedAt)),
  };
}

/**
 * Ends the review: the owner keeps the listed methods. A second call changes nothing. When somebody else
 * vouched for the account, all other sessions end, because a session of a removed method could add that
 * method again. Throws `SECURITY_REVIEW_CHANGED` when the list has changed, and what `requireConfirming`
 * throws.
 */
export async function finishSecurityReview(
  deps: Dependencies,
  actor: SessionActor,
  { listed, requestContext }: { readonly listed: string; readonly requestContext: RequestContext },
): Promise<void> {
  const { user, session } = actor;
  const { vouchedAt } = user;
  if (!user.securityReview && !vouchedAt) return;
  requireConfirming(actor);
  if (digestOf(listedFor(actor)) !== listed) throw new AppError('SECURITY_REVIEW_CHANGED');
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'security-review-finished',
    requestContext,
    mailTo: [],
    events: vouchedAt ? [otherSessionsEndedEvent(session._id)] : [],
  });
  const now = deps.now();
  const before = await deps.collections.users.findOneAndUpdate(
    {
      $and: [
        activeActor(actor),
        sameVouching(user),
        sameMethods(user),
        {
          'password.changedAt': user.password?.changedAt ?? { $exists: false },
          $or: [{ securityReview: { $exists: true } }, { vouchedAt: { $exists: true } }],
          sessions: { $elemMatch: { id: session._id, byAddition: { $exists: false } } },
        },
      ],
    },
    {
      $unset: { securityReview: '', vouchedAt: '' },
      $set: {
        updatedAt: now,
        ...(vouchedAt
          ? { otherSessionsEnded: { at: now, except: session._id }, ...NO_TRUSTED_BROWSERS }
          : {}),
      },
      ...(vouchedAt ? { $pull: { sessions: { id: { $ne: session._id } } } } : {}),
      $push: { outbox: securityEvent },
    },
  );
  if (!before) {
    const current = await requireActive(deps, actor);
    if (!current.securityReview && !current.vouchedAt) return;
    requireConfirming({ user: current, session });
    throw new AppError('SECURITY_REVIEW_CHANGED');
  }
  if (vouchedAt) {
    const sessions = before.sessions?.filter(({ id }) => !id.equals(session._id)) ?? [];
    await removeSessionRows(deps, { _id: user._id, sessions });
  }
  await writeOutbox(deps, user._id, securityEvent);
}

/** Throws `OTHER_SIGN_IN_REQUIRED` where the session began with a listed method or cannot see all. */
function requireConfirming(actor: SessionActor): void {
  const { user, session } = actor;
  if (findListed(user, session._id)?.byAddition || (user.vouchedAt && !isForAll(actor)))
    throw new AppError('OTHER_SIGN_IN_REQUIRED');
}

type Details = ReadonlyMap<string, Pick<AccountDocument, 'label'>>;

/** The person's names at the providers. */
async function detailsOf(deps: Pick<Dependencies, 'collections'>, user: UserDocument): Promise<Details> {
  const rows = await deps.collections.accounts
    .find({ userId: user._id }, { projection: { provider: 1, providerAccountId: 1, label: 1 } })
    .toArray();
  return new Map(rows.map((row) => [accountKey(row), row]));
}

function labelOf(account: LinkedAccount, details: Details): string {
  return details.get(account.key)?.label ?? account.providerAccountId;
}
