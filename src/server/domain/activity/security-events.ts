import { ObjectId } from 'mongodb';
import { SECOND_MS } from '../../../shared/limits.ts';
import type { ActivityKind, SecurityEvent } from '../../database/activity-documents.ts';
import type { AuditEntry } from '../../database/administration-documents.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import {
  insertWrite,
  sendByCollection,
  updateWrite,
  type JoinedWrite,
} from '../../database/joined-writes.ts';
import type { Addition } from '../../database/security-review-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { currentTrace } from '../../log/trace.ts';
import type { MailedKind } from '../../../locales/security-words.ts';
import { eventsInOutbox } from '../events/event-log.ts';
import { dailyCountUpdate } from './daily-counts.ts';
import { rowsOf, type WrittenUser } from './security-event-rows.ts';
import { storeInvitations } from '../codes/invitations.ts';

/** A security event of this age was left in the outbox by a crash, so the job runner writes it. */
export const OUTBOX_LEFT_AFTER_MS = 15 * SECOND_MS;

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

/**
 * A kind without a mail appears in the activity only. With the kind `null`, the user sees nothing of the
 * event.
 */
type Notification =
  | { readonly kind: MailedKind; readonly mailTo: readonly string[] }
  | { readonly kind: ActivityKind | null; readonly mailTo: readonly [] };

const LEFT_BATCH = 500;

/**
 * A row of the activity, and a mail to each of `mailTo`. The deciding write stores it, as `$push: { outbox:
 * securityEvent }` or in an inserted user, so that no crash loses it. Then call `writeOutbox`. `label`: how
 * the user calls the changed thing (`SecurityFacts`).
 */
export function makeSecurityEvent(
  deps: Pick<Dependencies, 'now'>,
  about: Notification & {
    readonly requestContext: RequestContext | null;
    readonly method?: string | null;
    readonly label?: string | null;
    readonly additions?: readonly Addition[];
    /** The user does not see it, so the address of an administrator's request belongs here only. */
    readonly audit?: AuditEntry;
    /** What applications hear, in this order. */
    readonly events: readonly EventContent[];
  },
): SecurityEvent {
  const trace = currentTrace();
  return {
    _id: new ObjectId(),
    kind: about.kind,
    method: about.method ?? null,
    label: about.label ?? null,
    ip: about.requestContext?.ip ?? null,
    userAgent: about.requestContext?.userAgent ?? null,
    ...(about.requestContext?.sessionId ? { sessionId: about.requestContext.sessionId } : {}),
    at: deps.now(),
    mailTo: about.mailTo,
    ...(about.additions ? { additions: about.additions } : {}),
    ...(about.audit ? { audit: about.audit } : {}),
    events: about.events.map((event) => ({ ...event, _id: new ObjectId(), ...(trace ? { trace } : {}) })),
  };
}

/** A security event that only applications hear of. The user sees nothing of it. */
export function makeUnseenEvent(
  deps: Pick<Dependencies, 'now'>,
  events: readonly EventContent[],
): SecurityEvent {
  return makeSecurityEvent(deps, { kind: null, requestContext: null, mailTo: [], events });
}

/**
 * Writes this entry of the outbox and all older ones of the user: rows of the audit log and activity, jobs
 * for mails, and events. Then removes them from the outbox. A second call changes nothing. Never fails: the
 * job runner writes what is left. `decided`: the user after the deciding write. With it, no read is needed,
 * and all writes may be one command.
 */
export async function writeOutbox(
  deps: SecurityEventDependencies,
  userId: ObjectId,
  securityEvent: SecurityEvent,
  decided?: UserDocument,
): Promise<void> {
  if (deps.leavesSecurityEvents) return;
  const work = () => writeUntil(deps, [{ userId, securityEvent }], decided && [decided]);
  await logFailure(deps, securityEvent, () => oneAtATime(deps, userId, work));
}

interface OutboxEnd {
  readonly userId: ObjectId;
  readonly securityEvent: SecurityEvent;
}

/**
 * Like `writeOutbox`, for many users in few database commands. Commands on the server may call it, because
 * these entries send no mail.
 */
export async function writeOutboxes(
  deps: SecurityEventDependencies,
  ends: readonly OutboxEnd[],
  decided?: readonly UserDocument[],
): Promise<void> {
  const [first] = ends;
  if (first) await logFailure(deps, first.securityEvent, () => writeUntil(deps, ends, decided));
}

async function logFailure(
  { log }: SecurityEventDependencies,
  { kind, _id }: SecurityEvent,
  write: () => Promise<void>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    log.warn({ err: error, kind, securityEventId: _id.toHexString() }, 'outbox not written yet');
  }
}

type OutboxUser = WrittenUser & Pick<UserDocument, 'outbox' | 'emailVerified' | 'eventSequence'>;

async function writeUntil(
  deps: SecurityEventDependencies,
  ends: readonly OutboxEnd[],
  decided?: readonly OutboxUser[],
): Promise<void> {
  const lasts = new Map(ends.map(({ userId, securityEvent }) => [userId.toHexString(), securityEvent._id]));
  for (let users = decided; ; users = undefined) {
    const parts = (users ?? (await readOutboxes(deps, ends))).flatMap((user) => {
      const part = partOf(user, lasts.get(user._id.toHexString()));
      // Older entries may have mails, so a command leaves all of them to a server.
      const isLeft = deps.leavesSecurityEvents && part.length > 1;
      return part.length === 0 || isLeft ? [] : [{ user, part }];
    });
    // The job runner has written these entries. Another write of them could send their mails twice.
    if (parts.length === 0) return;
    for (const { user, part } of parts) await storeInvitations(deps, user, part);
    const writes = writesOf(deps, parts);
    const isWritten =
      (parts.length === 1 && (await deps.joinedWrites.send(writes))) || (await sendByCollection(writes));
    // Also after a failed write, because the events may be stored.
    if (parts.some(({ part }) => part.some(({ events }) => events.length > 0))) deps.newEvents.raise();
    if (isWritten) return;
  }
}

function readOutboxes(
  { collections }: SecurityEventDependencies,
  ends: readonly OutboxEnd[],
): Promise<OutboxUser[]> {
  const projection = {
    outbox: 1,
    eventSequence: 1,
    locale: 1,
    emailVerified: 1,
    emailUndos: 1,
    secondFactorRemoval: 1,
  };
  return collections.users
    .find(
      {
        _id: { $in: ends.map(({ userId }) => userId) },
        'outbox._id': { $in: ends.map(({ securityEvent }) => securityEvent._id) },
      },
      { projection },
    )
    .toArray();
}

/** The entries up to `last`. Empty when `last` has left the outbox. */
function partOf({ outbox = [] }: OutboxUser, last: ObjectId | undefined): readonly SecurityEvent[] {
  return outbox.slice(0, outbox.findIndex(({ _id }) => last?.equals(_id)) + 1);
}

interface OutboxPart {
  readonly user: OutboxUser;
  readonly part: readonly SecurityEvent[];
}

/** In this order a crash loses nothing: rows, whose ids follow from the outbox, its entries, then counts. */
function writesOf(deps: SecurityEventDependencies, parts: readonly OutboxPart[]): JoinedWrite[] {
  const { activity, audit, dailyCounts, events, jobs, users } = deps.collections;
  const rows = parts.flatMap(({ user, part }) => part.map((each) => rowsOf(deps, user, each)));
  const outboxes = parts.map(({ user, part }) => ({ user, part, eventRows: eventsInOutbox(user, part) }));
  return [
    ...rows.flatMap((each) => each.audit.map((row) => insertWrite(audit, row))),
    ...rows.flatMap((each) => each.activity.map((row) => insertWrite(activity, row))),
    ...rows.flatMap((each) => each.jobs.map((row) => insertWrite(jobs, row))),
    ...outboxes.flatMap(({ eventRows }) => eventRows.map((row) => insertWrite(events, row))),
    ...outboxes.map(({ user, part, eventRows }) =>
      updateWrite(
        users,
        // Entries leave the outbox from its front only. So of parallel calls one counts the events.
        { _id: user._id, 'outbox.0._id': part[0]?._id },
        {
          $pull: { outbox: { _id: { $in: part.map(({ _id }) => _id) } } },
          ...(eventRows.length === 0 ? {} : { $inc: { eventSequence: eventRows.length } }),
        },
      ),
    ),
    ...outboxes.flatMap(({ user, part }) =>
      part
        .filter(({ kind }) => kind === 'sign-in')
        .map(({ method, at }) => {
          const count = { kind: 'sign-in', method: method ?? '', at, by: user._id.toHexString() } as const;
          const { filter, update } = dailyCountUpdate(count);
          return updateWrite(dailyCounts, filter, update, { upsert: true });
        }),
    ),
  ];
}

const running = new WeakMap<Dependencies['collections'], Map<string, Promise<void>>>();

/** In one process, one call at a time writes the outbox of a user, so that no work is done twice. */
async function oneAtATime(
  { collections }: Pick<Dependencies, 'collections'>,
  userId: ObjectId,
  work: () => Promise<void>,
): Promise<void> {
  const byUser = running.get(collections) ?? new Map<string, Promise<void>>();
  running.set(collections, byUser);
  const key = userId.toHexString();
  const before = byUser.get(key) ?? Promise.resolve();
  const mine = before.catch(() => undefined).then(work);
  byUser.set(key, mine);
  try {
    await mine;
  } finally {
    if (byUser.get(key) === mine) byUser.delete(key);
  }
}

/** The outboxes of requests that crashed before they wrote them. */
export async function writeLeftOutboxes(deps: SecurityEventDependencies): Promise<void> {
  const before = new Date(deps.now().getTime() - OUTBOX_LEFT_AFTER_MS);
  // `$gt` is the condition of the partial index. Without it the query would read every user.
  const users = await deps.collections.users
    .find(
      { 'outbox.at': { $gt: new Date(0), $lte: before } },
      { projection: { outbox: 1 }, limit: LEFT_BATCH },
    )
    .toArray();
  for (const { _id, outbox = [] } of users) {
    for (const securityEvent of outbox) {
      if (securityEvent.at <= before) await writeOutbox(deps, _id, securityEvent);
    }
  }
}
