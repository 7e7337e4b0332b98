import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { joinMethods, splitMethods } from '../../../shared/joined-methods.ts';
import type { ActivityDocument, SecurityEvent } from '../../database/activity-documents.ts';
import type { AuditDocument } from '../../database/administration-documents.ts';
import type { JobDocument } from '../../database/collections.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { securityMail } from '../../mail/security-mails.ts';
import type { MailedKind } from '../../../locales/security-words.ts';
import { describeDevice } from '../rules/device.ts';
import { emailUndoPath } from '../rules/email-undo-token.ts';
import { invitationPath } from '../rules/invitation-link.ts';
import { removalStopPath } from '../rules/removal-link.ts';
import { toJobDocument } from '../jobs/jobs.ts';

type RowDependencies = Pick<Dependencies, 'identityProviders' | 'now' | 'settings' | 'vault'>;
export type WrittenUser = Pick<UserDocument, '_id' | 'locale' | 'emailUndos' | 'secondFactorRemoval'>;

interface SecurityEventRows {
  readonly audit: readonly AuditDocument[];
  readonly activity: readonly ActivityDocument[];
  readonly jobs: readonly JobDocument[];
}

export function rowsOf(
  deps: RowDependencies,
  user: WrittenUser,
  securityEvent: SecurityEvent,
): SecurityEventRows {
  const { _id, at, audit } = securityEvent;
  const activityRow = activityRowOf(user, securityEvent);
  return {
    audit: audit ? [{ _id, at, ...audit, subject: { kind: 'user', id: user._id } }] : [],
    activity: activityRow ? [activityRow] : [],
    jobs: activityRow ? mailJobsOf(deps, user, securityEvent) : [],
  };
}

/** `null` for a security event that the user does not see. Such an event sends no mail. */
function activityRowOf(user: WrittenUser, securityEvent: SecurityEvent): ActivityDocument | null {
  const { mailTo: _mailTo, additions: _additions, audit: _audit, events: _events, ...rest } = securityEvent;
  const { kind, ...row } = rest;
  return kind === null ? null : { ...row, kind, userId: user._id };
}

/** The job's id follows from the event, so a second call adds no second mail. */
function mailJobsOf(deps: RowDependencies, user: WrittenUser, securityEvent: SecurityEvent): JobDocument[] {
  const { mailTo, additions, method, label, at, ip, userAgent } = securityEvent;
  const nameOf = (provider: string) => deps.identityProviders.get(provider)?.name ?? provider;
  return mailTo.map((to, index) => {
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
    return toJobDocument(deps, { kind: 'mail', mail }, mailIdOf(securityEvent._id, index), user._id);
  });
}

/**
 * After a change of address, the old address gets the undo link, and the new one a notice. Every address gets
 * the link that stops a removal of the second factors.
 */
function mailedAs(
  deps: RowDependencies,
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

function mailIdOf(id: ObjectId, index: number): ObjectId {
  const hash = createHash('sha256').update(`${id.toHexString()}\n${index}`).digest('hex');
  return new ObjectId(hash.slice(0, 24));
}
