import { ObjectId } from 'mongodb';
import { SECURITY_EVENT_UNSETTLED_AFTER_MS } from '../../../shared/limits.ts';
import type { ActivityKind, SecurityEvent } from '../../database/activity-documents.ts';
import type { AuditEntry } from '../../database/administration-documents.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { insertOnce } from '../../database/insert-once.ts';
import { insertWrite, updateWrite, type JoinedWrite } from '../../database/joined-writes.ts';
import type { Addition } from '../../database/security-review-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { currentTrace } from '../../trace.ts';
import type { MailedKind } from '../../../locales/security-words.ts';
import { USER_AGENT_MAX_LENGTH } from '../rules/device.ts';
import { toEventDocuments, writeEvents } from '../events/event-log.ts';
import { countOnDay, dailyCountUpdate } from './daily-counts.ts';
import { activityRowOf, auditRowOf, mailJobsOf, rowsOf, type WrittenUser } from './security-event-rows.ts';
import { storeInvitation } from '../codes/invitations.ts';
import { enqueueJob } from '../jobs/jobs.ts';

export type SecurityEventDependencies = Pick<
  Dependencies,
  | 'collections'
  | 'configuration'
  | 'identityProviders'
  | 'joinedWrites'
  | 'leavesSecurityEvents'
  | 'log'
  | 'metrics'
  | 'newEvents'
  | 'now'
  | 'settings'
  | 'vault'
>;

/** A kind without a mail appears in the activity only. Without a kind, the person sees nothing of it. */
type Notification =
  | { readonly kind: MailedKind; readonly mailTo: readonly string[] }
  | { readonly kind: ActivityKind | null; readonly mailTo: readonly [] };

/** How many users one call settles; a crash leaves few. */
const UNSETTLED_BATCH = 500;

/**
 * Makes a security event: a row of the person's activity, and a mail to each of `mailTo`. The deciding write stores it, as
 * `$push: { outbox: securityEvent }` or in the `outbox` of an inserted user, so that no crash loses it. Then call
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
  const trace = currentTrace();
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
    events: about.events.map((event) => ({ ...event, _id: new ObjectId(), ...(trace ? { trace } : {}) })),
  };
}

/**
 * Writes the row of the audit log, the activity row, a job for each mail and the events, then removes the security event from the user. Older ones of the same
 * user are settled before it, because the place in the list gives the events their `sequence`. A second call changes nothing. It never fails: the change is made,
 * and the job runner settles what could not be written now.
 *
 * `decided`: the user as the deciding write left them. It saves a read, and where MongoDB can, all of this is one command.
 */
export async function settleSecurityEvent(
  deps: SecurityEventDependencies,
  userId: ObjectId,
  securityEvent: SecurityEvent,
  decided?: UserDocument,
): Promise<void> {
  if (deps.leavesSecurityEvents) return;
  try {
    await oneAtATime(deps, userId, async () => {
      if (decided && (await settleTogether(deps, decided, securityEvent))) return;
      while (await settleOldest(deps, userId, securityEvent)) continue;
    });
  } catch (error) {
    const { kind, _id } = securityEvent;
    deps.log.warn({ err: error, kind, securityEventId: _id.toHexString() }, 'securityEvent not settled yet');
  }
}

/**
 * Settles all security events of a user up to `until` by one command. Answers `false` when that is not possible, or when another call settles them at
 * this moment: then one of its rows is there already, which ends the command before it removes anything. `settleOldest` does the rest.
 */
async function settleTogether(
  deps: SecurityEventDependencies,
  user: UserDocument,
  until: SecurityEvent,
): Promise<boolean> {
  const { users, dailyCounts } = deps.collections;
  const { outbox = [], eventSequence = 0 } = user;
  const settled = outbox.slice(0, outbox.findIndex(({ _id }) => _id.equals(until._id)) + 1);
  const [oldest] = settled;
  // An invitation is stored with the link of its mail.
  if (!oldest || settled.some(({ kind }) => kind === 'account-created')) return false;
  const rows: JoinedWrite[] = [];
  let sequence = eventSequence;
  for (const securityEvent of settled) {
    rows.push(...rowsOf(deps, user, securityEvent));
    const events = toEventDocuments(user._id, securityEvent, sequence);
    rows.push(...events.map((event) => insertWrite(deps.collections.events, event)));
    sequence += events.length;
  }
  const ids = settled.map(({ _id }) => _id);
  const signIns = settled.filter(({ kind }) => kind === 'sign-in');
  const isSettled = await deps.joinedWrites.send([
    ...rows,
    // Security events leave the list from its front only. So the others of `ids` are there while the oldest one is.
    updateWrite(
      users,
      { _id: user._id, 'outbox.0._id': oldest._id },
      {
        $pull: { outbox: { _id: { $in: ids } } },
        ...(sequence === eventSequence ? {} : { $inc: { eventSequence: sequence - eventSequence } }),
      },
    ),
    // They come last: nothing is decided by them, and a crash may lose one.
    ...signIns.map(({ method, at }) => {
      const { filter, update } = dailyCountUpdate({
        kind: 'sign-in',
        method: method ?? '',
        at,
        by: user._id.toHexString(),
      });
      return updateWrite(dailyCounts, filter, update, { upsert: true });
    }),
  ]);
  // Also when it was not all written: the events may be.
  if (sequence > eventSequence) deps.newEvents.raise();
  return isSettled;
}

/** Settles the oldest security event of a user, unless `until` is settled. Answers whether `until` may still be there. */
async function settleOldest(
  deps: SecurityEventDependencies,
  userId: ObjectId,
  until: SecurityEvent,
): Promise<boolean> {
  const { users } = deps.collections;
  const user = await users.findOne(
    { _id: userId, 'outbox._id': until._id },
    {
      projection: {
        outbox: { $slice: 1 },
        eventSequence: 1,
        locale: 1,
        emailVerified: 1,
        emailUndos: 1,
        secondFactorRemoval: 1,
      },
    },
  );
  // The job runner was faster: its mail may be sent and its job gone.
  const oldest = user?.outbox?.[0];
  if (!user || !oldest) return false;
  if (oldest.kind === 'account-created' && user.emailVerified === null) {
    for (const email of oldest.mailTo) await storeInvitation(deps, email, oldest);
  }
  await writeSecurityEvent(deps, user, oldest);
  const { events } = oldest;
  await writeEvents(deps, userId, oldest, user.eventSequence ?? 0);
  // Of parallel calls, one removes it and counts its events.
  await users.updateOne(
    { _id: userId, 'outbox.0._id': oldest._id },
    {
      $pop: { outbox: -1 },
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
  user: WrittenUser,
  securityEvent: SecurityEvent,
): Promise<void> {
  const auditRow = auditRowOf(user, securityEvent);
  if (auditRow) await insertOnce(deps.collections.audit, auditRow);
  const activityRow = activityRowOf(user, securityEvent);
  if (!activityRow) return;
  const isNew = await insertOnce(deps.collections.activity, activityRow);
  const { kind, method, at } = securityEvent;
  // A repeat finds the row of the activity, so it does not count again.
  if (isNew && kind === 'sign-in')
    await countOnDay(deps, { kind, method: method ?? '', at, by: user._id.toHexString() });
  for (const { id, job } of mailJobsOf(deps, user, securityEvent)) await enqueueJob(deps, job, id, user._id);
}

/** Settles the events of requests that crashed before they settled them. */
export async function settleUnsettledSecurityEvents(deps: SecurityEventDependencies): Promise<void> {
  const before = new Date(deps.now().getTime() - SECURITY_EVENT_UNSETTLED_AFTER_MS);
  // `$gt` is the condition of the partial index. Without it the query would read every user.
  const users = await deps.collections.users
    .find(
      { 'outbox.at': { $gt: new Date(0), $lte: before } },
      { projection: { outbox: 1 }, limit: UNSETTLED_BATCH },
    )
    .toArray();
  for (const { _id, outbox = [] } of users) {
    for (const securityEvent of outbox) {
      if (securityEvent.at <= before) await settleSecurityEvent(deps, _id, securityEvent);
    }
  }
}
