import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { SECURITY_EVENT_UNSETTLED_AFTER_MS } from '../../../shared/limits.ts';
import type { ActivityKind, SecurityEvent } from '../../database/activity-documents.ts';
import type { UserDocument } from '../../database/collections.ts';
import { isDuplicateKey } from '../../database/errors.ts';
import type { Addition } from '../../database/security-review-documents.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import { securityMail } from '../../mail/security-mails.ts';
import type { MailedKind } from '../../mail/texts/security-words.ts';
import { describeDevice, USER_AGENT_MAX_LENGTH } from '../rules/device.ts';
import { emailUndoPath } from '../rules/email-undo-token.ts';
import { enqueueJob } from '../jobs/jobs.ts';

export type SecurityEventDependencies = Pick<
  Dependencies,
  'collections' | 'identityProviders' | 'log' | 'now' | 'settings' | 'vault'
>;

/** What there is no mail about is told in the activity alone. */
type Telling =
  | { readonly kind: MailedKind; readonly mailTo: readonly string[] }
  | { readonly kind: ActivityKind; readonly mailTo: readonly [] };

/** The most that one look takes on; a crash leaves a handful. */
const LEFT_AT_ONCE = 500;

/**
 * What a decision must not lose: a line of the person's activity, and a mail to each of `mailTo`. It goes into the write that decides, as
 * `$push: { announcements: securityEvent }` or in the `announcements` of an inserted user; `settleSecurityEvent` follows.
 *
 * `label`: how the person knows what it was about, as `SecurityFacts` says. `client`: `null` where nobody of theirs asked for it.
 */
export function makeSecurityEvent(
  deps: Pick<Dependencies, 'now'>,
  about: Telling & {
    readonly client: RequestClient | null;
    readonly method?: string | null;
    readonly label?: string | null;
    readonly additions?: readonly Addition[];
  },
): SecurityEvent {
  return {
    _id: new ObjectId(),
    kind: about.kind,
    method: about.method ?? null,
    label: about.label ?? null,
    ip: about.client?.ip ?? null,
    userAgent: about.client?.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
    at: deps.now(),
    mailTo: about.mailTo,
    ...(about.additions ? { additions: about.additions } : {}),
  };
}

/** Where a person is mailed about their account: to their proven address, or nowhere. */
export function provenAddressOf(user: Pick<UserDocument, 'email' | 'emailVerified'>): readonly string[] {
  return user.email === undefined || user.emailVerified === null ? [] : [user.email];
}

/**
 * Writes down what was announced: the activity's row, a job for each mail; then takes it off the user. Doing so again changes nothing. It
 * never fails: the decision stands, and what could not be written now is settled by the job runner.
 */
export async function settleSecurityEvent(
  deps: SecurityEventDependencies,
  userId: ObjectId,
  securityEvent: SecurityEvent,
): Promise<void> {
  const { users } = deps.collections;
  try {
    const user = await users.findOne(
      { _id: userId, 'announcements._id': securityEvent._id },
      { projection: { locale: 1, emailUndos: 1 } },
    );
    // The job runner was faster: its mail may be sent and its job gone.
    if (!user) return;
    await writeSecurityEvent(deps, user, securityEvent);
    await users.updateOne({ _id: userId }, { $pull: { announcements: { _id: securityEvent._id } } });
  } catch (error) {
    const { kind, _id } = securityEvent;
    deps.log.warn({ err: error, kind, securityEventId: _id.toHexString() }, 'securityEvent not settled yet');
  }
}

/**
 * For what is decided elsewhere than on the user and is worth nothing to anybody before the answer goes out, as a session or a token that
 * was just made: announced before it is answered, it is never without its mail.
 */
export async function writeSecurityEvent(
  deps: SecurityEventDependencies,
  user: Pick<UserDocument, '_id' | 'locale' | 'emailUndos'>,
  securityEvent: SecurityEvent,
): Promise<void> {
  const { mailTo, additions, ...row } = securityEvent;
  try {
    await deps.collections.activity.insertOne({ ...row, userId: user._id });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const { method, label, at, ip, userAgent } = securityEvent;
  const nameOf = (provider: string) => deps.identityProviders.get(provider)?.name ?? provider;
  for (const [index, to] of mailTo.entries()) {
    const { kind, undoPath } = mailedAs(deps, user, securityEvent, index);
    const mail = securityMail({
      to,
      origin: deps.settings.origin,
      locale: user.locale,
      event: {
        kind,
        method: method === null ? null : nameOf(method),
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

/** Of a changed address the one before hears that it can be undone, and the new one that it is there. */
function mailedAs(
  deps: SecurityEventDependencies,
  { emailUndos = [] }: Pick<UserDocument, 'emailUndos'>,
  { _id, ...securityEvent }: SecurityEvent,
  index: number,
): { kind: MailedKind; undoPath?: string } {
  // Nothing else is made with somebody to mail it to.
  const kind = securityEvent.kind as MailedKind;
  if (kind !== 'email-changed') return { kind };
  if (index > 0) return { kind: 'email-added' };
  return { kind, undoPath: emailUndoPath(deps.settings, _id, emailUndos) };
}

/** Whoever announces the same thing again writes no second mail. */
function mailIdOf(id: ObjectId, index: number): ObjectId {
  const hash = createHash('sha256').update(`${id.toHexString()}\n${index}`).digest('hex');
  return new ObjectId(hash.slice(0, 24));
}

/** Settles what was decided by requests that did not live to settle it. */
export async function settleUnsettledSecurityEvents(deps: SecurityEventDependencies): Promise<void> {
  const before = new Date(deps.now().getTime() - SECURITY_EVENT_UNSETTLED_AFTER_MS);
  // The first condition is the partial index's own: without it the look would read every user.
  const left = await deps.collections.users
    .find(
      { 'announcements.at': { $gt: new Date(0), $lte: before } },
      { projection: { announcements: 1 }, limit: LEFT_AT_ONCE },
    )
    .toArray();
  for (const { _id, announcements = [] } of left) {
    for (const securityEvent of announcements) {
      if (securityEvent.at <= before) await settleSecurityEvent(deps, _id, securityEvent);
    }
  }
}
