import { joinMethods, splitMethods } from '../../../shared/joined-methods.ts';
import { addressOf, SIGNED_OUT_PATHS } from '../../../shared/signed-out-page.ts';
import type { ActivityDocument, SecurityEvent } from '../../database/activity-documents.ts';
import type { AuditDocument } from '../../database/administration-documents.ts';
import type { JobDocument } from '../../database/collections.ts';
import { derivedId } from '../../database/derived-id.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { securityMail } from '../../mail/security-mails.ts';
import type { MailedKind } from '../../../locales/security-words.ts';
import { describeDevice } from '../rules/device.ts';
import { eventLinkToken, storedEventLinkToken } from '../rules/event-link.ts';
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

/** The id of each job follows from the event, so a second call adds no second mail. */
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
    const id = derivedId(`${securityEvent._id.toHexString()}\n${index}`);
    return toJobDocument(deps, { kind: 'mail', mail }, id, user._id);
  });
}

/**
 * After a change of address, the old address gets the undo link, and the new one a notice. Every address gets
 * the link that stops a removal of the second factors.
 */
function mailedAs(
  { settings }: RowDependencies,
  { emailUndos = [], secondFactorRemoval }: Pick<UserDocument, 'emailUndos' | 'secondFactorRemoval'>,
  { _id, mailTo, ...securityEvent }: SecurityEvent,
  index: number,
): { kind: MailedKind; undoPath?: string } {
  // `Notification` allows addresses for these kinds only.
  const kind = securityEvent.kind as MailedKind;
  if (kind === 'second-factor-removal-requested') {
    const stored = [secondFactorRemoval?.stopTokenHash];
    const token = storedEventLinkToken('second factor removal', settings, _id, stored);
    return { kind, undoPath: addressOf(SIGNED_OUT_PATHS['stop-second-factor-removal'], { token }) };
  }
  if (kind === 'account-created') {
    const token = eventLinkToken('invitation', settings.authSecret, _id);
    return { kind, undoPath: addressOf(SIGNED_OUT_PATHS.confirm, { email: mailTo[index], token }) };
  }
  if (kind !== 'email-changed') return { kind };
  if (index > 0) return { kind: 'email-added' };
  const stored = emailUndos.map(({ tokenHash }) => tokenHash);
  const token = storedEventLinkToken('email undo', settings, _id, stored);
  return { kind, undoPath: addressOf(SIGNED_OUT_PATHS['undo-email'], { token }) };
}
