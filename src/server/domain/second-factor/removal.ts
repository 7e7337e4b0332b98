import type { Filter, ObjectId, PullOperator } from 'mongodb';
import { SECOND_FACTOR_REMOVAL_DELAY_MS } from '../../../shared/limits.ts';
import { AppError } from '../../app-error.ts';
import { hashToken } from '../../crypto/secrets.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { AuditEntry } from '../../database/administration-documents.ts';
import type { SecondFactorRemoval } from '../../database/second-factor-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { RequestContext } from '../rules/request-context.ts';
import {
  makeSecurityEvent,
  writeOutbox,
  type SecurityEventDependencies,
} from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { activeUser } from '../rules/active-user.ts';
import { activeActor, requireActive, type SessionActor } from '../rules/actor.ts';
import { passkeyEvent, secondFactorEvent } from '../rules/event-contents.ts';
import { eventLinkToken } from '../rules/event-link.ts';
import { isDemanded, needsSecondFactor, withoutSecondFactor } from '../rules/second-factor-policy.ts';
import { sameMethods } from '../rules/sign-in-methods.ts';

/**
 * The removal of a lost second factor by the operator:
 *
 * 1. `requestRemoval` stores it in the user, and every address of the person gets a mail with a link.
 * 2. For 24 hours, that link or a session stops it (`stopRemoval`, `cancelRemoval`). `removeNow` skips it.
 * 3. `runDueRemovals` carries it out.
 *
 * Each step is one write that looks for the same removal. Passkeys stay, because a lost one signs nobody in.
 * Only where a second factor is required would it lock its owner out: then those older than the request go.
 */

/** The message says why the operator's command cannot be carried out. */
export class RemovalError extends Error {}

interface RequestedRemoval {
  readonly email: string;
  readonly reason: string;
  readonly requestedAt: Date;
  readonly runsAt: Date;
}

/** How many users one run serves. */
const BATCH = 100;

/** Runs in 24 hours. Answers the addresses that get the mail. Throws `RemovalError`. */
export async function requestRemoval(
  deps: SecurityEventDependencies,
  { email, reason }: { readonly email: string; readonly reason: string },
): Promise<RequestedRemoval & { readonly mailTo: readonly string[] }> {
  // It tries again only when somebody changed the account meanwhile.
  for (;;) {
    const user = await findByVerifiedAddress(deps, email);
    if (user.secondFactorRemoval) {
      throw new RemovalError(
        `A removal for ${email} waits already. It runs at ${user.secondFactorRemoval.runsAt.toISOString()}.`,
      );
    }
    if (!hasSecondFactor(deps.settings, user)) {
      throw new RemovalError(`${email} has no authenticator app and no recovery codes.`);
    }
    const { securityEvent, condition, update } = planRemoval(deps, user, { reason });
    const updated = await deps.collections.users.updateOne(
      { ...activeUser(user._id), ...condition },
      { ...update, $push: { outbox: securityEvent } },
    );
    if (updated.modifiedCount === 0) continue;
    await writeOutbox(deps, user._id, securityEvent);
    const { requestedAt, runsAt } = update.$set.secondFactorRemoval;
    return { email, reason, requestedAt, runsAt, mailTo: securityEvent.mailTo };
  }
}

/** The `condition` is that the user has a second factor and no removal waits. */
export function planRemoval(
  deps: SecurityEventDependencies,
  user: UserDocument,
  { reason, audit }: { readonly reason: string; readonly audit?: AuditEntry },
) {
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'second-factor-removal-requested',
    requestContext: null,
    label: reason,
    mailTo: addressesOf(deps, user),
    events: [],
    ...(audit ? { audit } : {}),
  });
  const { _id: id, at: requestedAt } = securityEvent;
  const runsAt = new Date(requestedAt.getTime() + SECOND_FACTOR_REMOVAL_DELAY_MS);
  const stopTokenHash = hashToken(eventLinkToken('second factor removal', deps.settings.authSecret, id));
  const condition: Filter<UserDocument> = {
    ...sameAddresses(user),
    $or: [{ $nor: [withoutSecondFactor(deps.settings)] }, { 'recoveryCodes.createdAt': { $exists: true } }],
    secondFactorRemoval: { $exists: false },
  };
  const secondFactorRemoval = { id, reason, requestedAt, runsAt, stopTokenHash };
  return { securityEvent, condition, update: { $set: { secondFactorRemoval, updatedAt: requestedAt } } };
}

/** Sorted by time. */
export async function listRemovals(
  deps: Pick<SecurityEventDependencies, 'collections'>,
): Promise<RequestedRemoval[]> {
  const users = await deps.collections.users.find(waiting({})).toArray();
  return users
    .flatMap(({ email = '', secondFactorRemoval: removal }) =>
      removal
        ? [{ email, reason: removal.reason, requestedAt: removal.requestedAt, runsAt: removal.runsAt }]
        : [],
    )
    .toSorted((one, other) => one.runsAt.getTime() - other.runsAt.getTime());
}

/** Throws `RemovalError`. */
export async function cancelRemovalByOperator(deps: SecurityEventDependencies, email: string): Promise<void> {
  const user = await findByVerifiedAddress(deps, email);
  if (!(await stop(deps, { _id: user._id }, null))) {
    throw new RemovalError(`No removal for ${email} waits.`);
  }
}

/** The link of the mail needs no session. Answers the person's id. Throws `REMOVAL_LINK_INVALID`. */
export async function stopRemoval(
  deps: SecurityEventDependencies,
  token: string,
  requestContext: RequestContext,
): Promise<string> {
  const user = await stop(deps, { 'secondFactorRemoval.stopTokenHash': hashToken(token) }, requestContext);
  if (!user) throw new AppError('REMOVAL_LINK_INVALID');
  return user._id.toHexString();
}

/** Any session may stop it, which only protects the account. Throws `NOT_FOUND`, `SessionRequired`. */
export async function cancelRemoval(
  deps: SecurityEventDependencies,
  actor: SessionActor,
  requestContext: RequestContext,
): Promise<UserDocument> {
  const user = await stop(deps, activeActor(actor), requestContext);
  return user ?? refuse(deps, actor);
}

/** The caller checks for level 2. Throws `NOT_FOUND`, `SessionRequired`. */
export async function removeNow(
  deps: SecurityEventDependencies,
  actor: SessionActor,
  requestContext: RequestContext,
): Promise<UserDocument> {
  // A passkey that this session has shown is not lost.
  const hasPasskey = actor.session.proofs.some(({ method }) => method === 'passkey');
  const user = await carryOut(deps, activeActor(actor), { requestContext, keepsPasskeys: hasPasskey });
  return user ?? refuse(deps, actor);
}

/** The job runner calls it. */
export async function runDueRemovals(deps: SecurityEventDependencies): Promise<void> {
  const due = { 'secondFactorRemoval.runsAt': { $lte: deps.now() } };
  const users = await deps.collections.users
    .find(waiting(due), { projection: { _id: 1 }, limit: BATCH })
    .toArray();
  for (const { _id } of users) {
    const removed = await carryOut(deps, { _id, ...due }, { requestContext: null, keepsPasskeys: false });
    if (removed) deps.log.info({ userId: _id.toHexString() }, 'second factors removed for the operator');
  }
}

/** `$gt` is the condition of the partial index. */
function waiting(more: Filter<UserDocument>): Filter<UserDocument> {
  return {
    $and: [{ 'secondFactorRemoval.stopTokenHash': { $gt: '' }, deletedAt: { $exists: false } }, more],
  };
}

async function findByVerifiedAddress(
  { collections }: SecurityEventDependencies,
  email: string,
): Promise<UserDocument> {
  const user = await collections.users.findOne({ email, deletedAt: { $exists: false } });
  if (!user || user.emailVerified === null)
    throw new RemovalError(`Nobody has verified the address ${email}.`);
  return user;
}

export function hasSecondFactor(
  settings: SecurityEventDependencies['settings'],
  user: UserDocument,
): boolean {
  return needsSecondFactor(settings, user) || user.recoveryCodes !== undefined;
}

/**
 * Includes former addresses with an open undo link. Otherwise somebody who took the account over would get
 * the only mail.
 */
function addressesOf({ now }: SecurityEventDependencies, user: UserDocument): string[] {
  const { emailUndos = [] } = user;
  const former = emailUndos.filter(({ expires }) => expires > now()).map(({ email }) => email);
  return [...new Set([...verifiedAddressesOf(user), ...former])];
}

/**
 * Matches while the addresses are those that were read. Each change of address adds an entry to `emailUndos`.
 */
function sameAddresses({ email, emailUndos = [] }: UserDocument): Filter<UserDocument> {
  const count = emailUndos.length;
  return {
    email: email ?? { $not: { $gt: '' } },
    ...(count === 0 ? { 'emailUndos.0': { $exists: false } } : { emailUndos: { $size: count } }),
  };
}

async function refuse(deps: SecurityEventDependencies, actor: SessionActor): Promise<never> {
  await requireActive(deps, actor);
  throw new AppError('NOT_FOUND');
}

/** Answers `null` when no removal waits. */
async function stop(
  deps: SecurityEventDependencies,
  whose: Filter<UserDocument>,
  requestContext: RequestContext | null,
): Promise<UserDocument | null> {
  return end(deps, whose, (user) => ({
    securityEvent: makeSecurityEvent(deps, {
      kind: 'second-factor-removal-stopped',
      requestContext,
      mailTo: addressesOf(deps, user),
      events: [],
    }),
    $unset: {},
  }));
}

/** Removes passkeys only where they are asked for. Answers `null` when no removal waits. */
async function carryOut(
  deps: SecurityEventDependencies,
  whose: Filter<UserDocument>,
  {
    requestContext,
    keepsPasskeys,
  }: { readonly requestContext: RequestContext | null; readonly keepsPasskeys: boolean },
): Promise<UserDocument | null> {
  const { settings } = deps;
  return end(deps, whose, (user, { requestedAt }) => {
    // The second factors were removed meanwhile, so no mail is needed.
    if (!hasSecondFactor(settings, user)) return { securityEvent: null, $unset: {} };
    const mailTo = addressesOf(deps, user);
    const isKept = keepsPasskeys || !isDemanded(settings, user);
    // A passkey that was added after the request is not lost.
    const lost = isKept ? [] : (user.passkeys ?? []).filter(({ createdAt }) => createdAt <= requestedAt);
    const label = lost.length > 0 ? lost.map(({ name }) => name).join(', ') : null;
    const kind = 'second-factor-removed';
    const isOn = (user.totp?.length ?? 0) > 0 || user.recoveryCodes !== undefined;
    const events = [
      ...lost.map((passkey) => passkeyEvent('method.removed', passkey)),
      ...(isOn ? [secondFactorEvent('all-removed')] : []),
    ];
    return {
      securityEvent: makeSecurityEvent(deps, { kind, requestContext, label, mailTo, events }),
      $unset: { totp: '', recoveryCodes: '', trustedBrowsers: '' },
      ...(lost.length > 0 ? { $pull: { passkeys: { id: { $in: lost.map(({ id }) => id) } } } } : {}),
    };
  });
}

interface Ending {
  readonly securityEvent: SecurityEvent | null;
  readonly $unset: Readonly<Partial<Record<'totp' | 'recoveryCodes' | 'trustedBrowsers', ''>>>;
  readonly $pull?: PullOperator<UserDocument>;
}

/** The deciding write: it looks for the removal that was read, so of parallel calls one ends it. */
async function end(
  deps: SecurityEventDependencies,
  whose: Filter<UserDocument>,
  decide: (user: UserDocument, removal: SecondFactorRemoval) => Ending,
): Promise<UserDocument | null> {
  const { users } = deps.collections;
  // It tries again only when the removal ended, or an address or a sign-in method changed.
  for (;;) {
    const user = await users.findOne(waiting(whose));
    if (!user?.secondFactorRemoval) return null;
    const { securityEvent, $unset, $pull } = decide(user, user.secondFactorRemoval);
    const updated = await users.findOneAndUpdate(
      {
        $and: [whose, sameAddresses(user), sameMethods(user), ofRemoval(user._id, user.secondFactorRemoval)],
      },
      {
        $unset: { ...$unset, secondFactorRemoval: '' },
        $set: { updatedAt: deps.now() },
        ...($pull ? { $pull } : {}),
        ...(securityEvent ? { $push: { outbox: securityEvent } } : {}),
      },
      { returnDocument: 'after' },
    );
    if (!updated) continue;
    if (securityEvent) await writeOutbox(deps, user._id, securityEvent);
    return updated;
  }
}

function ofRemoval(userId: ObjectId, { id }: Pick<SecondFactorRemoval, 'id'>): Filter<UserDocument> {
  return { ...activeUser(userId), 'secondFactorRemoval.id': id };
}
