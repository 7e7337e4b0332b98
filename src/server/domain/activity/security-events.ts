import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { joinMethods, splitMethods } from '../../../shared/joined-methods.ts';
import { SECURITY_EVENT_UNSETTLED_AFTER_MS } from '../../../shared/limits.ts';
import type { ActivityKind, SecurityEvent } from '../../database/activity-documents.ts';
import type { AuditEntry } from '../../database/administration-documents.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { Addition } from '../../database/security-review-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { securityMail } from '../../mail/security-mails.ts';
import type { MailedKind } from '../../../locales/security-words.ts';
import { describeDevice, USER_AGENT_MAX_LENGTH } from '../rules/device.ts';
import { writeEvents } from '../events/event-log.ts';
import { countOnDay } from './daily-counts.ts';
import { emailUndoPath } from '../rules/email-undo-token.ts';
import { storeInvitation } from '../codes/invitations.ts';
import { invitationPath } from '../rules/invitation-link.ts';
import { removalStopPath } from '../rules/removal-link.ts';
import { enqueueJob } from '../jobs/jobs.ts';

export type SecurityEventDependencies = Pick<
  Dependencies,
  'collections' | 'configuration' | 'identityProviders' | 'log' | 'newEvents' | 'now' | 'settings' | 'vault'
>;

/** A kind without a mail appears in the activity only. Without a kind, the person sees nothing of it. */
type Notification =
  | { readonly kind: MailedKind; readonly mailTo: readonly string[] }
  | { readonly kind: ActivityKind | null; readonly mailTo: readonly [] };

/** How many users one call settles; a crash leaves few. */
const UNSETTLED_BATCH = 500;

/**
 * Makes a security event: a row of the person's activity, and a mail to each of `mailTo`. The deciding write stores it, as
 * `$push: { announcements: securityEvent }` or in the `announcements` of an inserted user, so that no crash loses it. Then call
 * `settleSecurityEvent`.
 *
 * `label`: the name that the person knows the changed thing by (`SecurityFacts`). `client`: `null` when the person did not ask for the change.
 */
export function makeSecurityEvent(
  deps: Pick<Dependencies, 'now'>,
  about: Notification & {
    readonly client: RequestClient | null;
    readonly method?: string | null;
    readonly label?: string | null;
    readonly additions?: readonly Addition[];
    /** The row of the audit log (`makeAuditEntry`). The person does not see it, so an administrator's `client` belongs there only. */
    readonly audit?: AuditEntry;
    /** What applications hear of it, in this order. */
    readonly events: readonly EventContent[];
  },
): SecurityEvent {
  return {
    _id: new ObjectId(),
    kind: about.kind,
    method: about.method ?? null,
    label: about.label ?? null,
    ip: about.client?.ip ?? null,
    userAgent: about.client?.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
    ...(about.client?.sessionId ? { sessionId: about.client.sessionId } : {}),
    at: deps.now(),
    mailTo: about.mailTo,
    ...(about.additions ? { additions: about.additions } : {}),
    ...(about.audit ? { audit: about.audit } : {}),
    events: about.events.map((event) => ({ ...event, _id: new ObjectId() })),
  };
}

/**
 * Writes the row of the audit log, the activity row, a job for each mail and the events, then removes the security event from the user. Older ones of the same
 * user are settled before it, because the place in the list gives the events their `sequence`. A second call changes nothing. It never fails: the change is made,
 * and the job runner settles what could not be written now.
 */
export async function settleSecurityEvent(
  deps: SecurityEventDependencies,
  userId: ObjectId,
  securityEvent: SecurityEvent,
): Promise<void> {
  try {
    await oneAtATime(deps, userId, async () => {
      while (await settleOldest(deps, userId, securityEvent)) continue;
    });
  } catch (error) {
    const { kind, _id } = securityEvent;
    deps.log.warn({ err: error, kind, securityEventId: _id.toHexString() }, 'securityEvent not settled yet');
  }
}

/** Settles the oldest security event of a user, unless `until` is settled. Answers whether `until` may still be there. */
async function settleOldest(
  deps: SecurityEventDependencies,
  userId: ObjectId,
  until: SecurityEvent,
): Promise<boolean> {
  const { users } = deps.collections;
  const user = await users.findOne(
    { _id: userId, 'announcements._id': until._id },
    {
      projection: {
        announcements: { $slice: 1 },
        eventSequence: 1,
        locale: 1,
        emailVerified: 1,
        emailUndos: 1,
        secondFactorRemoval: 1,
      },
    },
  );
  // The job runner was faster: its mail may be sent and its job gone.
  const oldest = user?.announcements?.[0];
  if (!user || !oldest) return false;
  if (oldest.kind === 'account-created' && user.emailVerified === null) {
    for (const email of oldest.mailTo) await storeInvitation(deps, email, oldest);
  }
  await writeSecurityEvent(deps, user, oldest);
  const { events = [] } = oldest;
  await writeEvents(deps, userId, oldest, user.eventSequence ?? 0);
  // Of parallel calls, one removes it and counts its events.
  await users.updateOne(
    { _id: userId, 'announcements.0._id': oldest._id },
    {
      $pop: { announcements: -1 },
      ...(events.length === 0 ? {} : { $inc: { eventSequence: events.length } }),
    },
  );
  return !oldest._id.equals(until._id);
}

const running = new WeakMap<Dependencies['collections'], Map<string, Promise<void>>>();

/** In one process, the security events of one user are settled by one call at a time, so that parallel calls do no work twice. */
async function oneAtATime(
  { collections }: Pick<Dependencies, 'collections'>,
  userId: ObjectId,
  work: () => Promise<void>,
): Promise<void> {
  const byUser = running.get(collections) ?? new Map<string, Promise<void>>();
  running.set(collections, byUser);
  const key = userId.toHexString();
  const before = byUser.get(key) ?? Promise.resolve();
  // A failure of the call before is its own.
  const mine = before.catch(() => undefined).then(work);
  byUser.set(key, mine);
  try {
    await mine;
  } finally {
    if (byUser.get(key) === mine) byUser.delete(key);
  }
}

/**
 * Writes a security event at once, for something that another document decides and that nobody can use before the answer (a new session, a
 * new token). Call it before the answer, so that the mail is never missing.
 */
export async function writeSecurityEvent(
  deps: SecurityEventDependencies,
  user: Pick<UserDocument, '_id' | 'locale' | 'emailUndos' | 'secondFactorRemoval'>,
  securityEvent: SecurityEvent,
): Promise<void> {
  const { mailTo, additions, audit, events: _events, kind: happened, isHidden, ...row } = securityEvent;
  if (audit) {
    const { _id, at } = securityEvent;
    await insertOnce(deps.collections.audit, { _id, at, ...audit, subject: { kind: 'user', id: user._id } });
  }
  if (happened === null || isHidden) return;
  const { method, label, at, ip, userAgent } = securityEvent;
  const isNew = await insertOnce(deps.collections.activity, { ...row, kind: happened, userId: user._id });
  // A repeat finds the row of the activity, so it does not count again.
  if (isNew && happened === 'sign-in') {
    await countOnDay(deps, { kind: 'sign-in', method: method ?? '', at, by: user._id.toHexString() });
  }
  const nameOf = (provider: string) => deps.identityProviders.get(provider)?.name ?? provider;
  for (const [index, to] of mailTo.entries()) {
    const { kind, undoPath } = mailedAs(deps, user, securityEvent, index);
    const mail = securityMail({
      to,
      settings: deps.settings,
      locale: user.locale,
      event: {
        kind,
        method: method === null ? null : joinMethods(splitMethods(method).map(nameOf)),
        label,
        at,
        ip,
        device: describeDevice(userAgent),
        additions: additions?.map((each) =>
          each.kind === 'connection' ? { ...each, provider: nameOf(each.provider) } : each,
        ),
      },
      undoPath,
    });
    await enqueueJob(deps, { kind: 'mail', mail }, mailIdOf(securityEvent._id, index), user._id);
  }
}

/**
 * After a change of address, the old address gets the link that undoes it, and the new address gets a notice. Every address gets the link that
 * stops a removal of the second factors.
 */
function mailedAs(
  deps: SecurityEventDependencies,
  { emailUndos = [], secondFactorRemoval }: Pick<UserDocument, 'emailUndos' | 'secondFactorRemoval'>,
  { _id, ...securityEvent }: SecurityEvent,
  index: number,
): { kind: MailedKind; undoPath?: string } {
  // `Notification` allows addresses for these kinds only.
  const kind = securityEvent.kind as MailedKind;
  if (kind === 'second-factor-removal-requested') {
    return { kind, undoPath: removalStopPath(deps.settings, _id, secondFactorRemoval) };
  }
  if (kind === 'account-created') {
    return { kind, undoPath: invitationPath(deps.settings, _id, securityEvent.mailTo[index] ?? '') };
  }
  if (kind !== 'email-changed') return { kind };
  if (index > 0) return { kind: 'email-added' };
  return { kind, undoPath: emailUndoPath(deps.settings, _id, emailUndos) };
}

/** The same event and address give the same id, so a second call adds no second mail. */
function mailIdOf(id: ObjectId, index: number): ObjectId {
  const hash = createHash('sha256').update(`${id.toHexString()}\n${index}`).digest('hex');
  return new ObjectId(hash.slice(0, 24));
}

/** Settles the events of requests that crashed before they settled them. */
export async function settleUnsettledSecurityEvents(deps: SecurityEventDependencies): Promise<void> {
  const before = new Date(deps.now().getTime() - SECURITY_EVENT_UNSETTLED_AFTER_MS);
  // `$gt` is the condition of the partial index. Without it the query would read every user.
  const users = await deps.collections.users
    .find(
      { 'announcements.at': { $gt: new Date(0), $lte: before } },
      { projection: { announcements: 1 }, limit: UNSETTLED_BATCH },
    )
    .toArray();
  for (const { _id, announcements = [] } of users) {
    for (const securityEvent of announcements) {
      if (securityEvent.at <= before) await settleSecurityEvent(deps, _id, securityEvent);
    }
  }
}
