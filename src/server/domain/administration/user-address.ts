import { makeIssue } from '../../../shared/issues.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import { AppError } from '../../app-error.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { AuditEntry } from '../../database/administration-documents.ts';
import { emailFields } from '../../database/search-key.ts';
import type { EmailUndo, UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { makeSecurityEvent } from '../activity/security-events.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { isGrave } from '../rules/access.ts';
import { isAdmitted } from '../rules/admission.ts';
import type { Authority } from '../rules/authority.ts';
import { emailEvent } from '../rules/event-contents.ts';
import { isReservedEmail, limitUndos, makeEmailUndo } from '../users/reserved-emails.ts';

interface PlannedAddress {
  readonly securityEvent: SecurityEvent;
  readonly set: Pick<UserDocument, 'email' | 'emailPrefixes' | 'emailVerified' | 'vouchedAt'>;
  readonly undo: EmailUndo | null;
}

/**
 * Plans a change of address by an authority. An unverified address gets no undo link, and the new one stays
 * unverified. A service key sets no first address: whoever reads its mail could sign in, and nobody could
 * undo it. It sets none on a user with a grave role, because it vouches without verification.
 * Throws `ADMINISTRATOR_REQUIRED`, `EMAIL_TAKEN`, `EMAIL_KEPT`, `RATE_LIMITED`, `INVALID_INPUT`.
 */
export async function planAddress(
  deps: Dependencies,
  authority: Authority,
  user: UserDocument,
  change: {
    readonly email: string;
    readonly audit: AuditEntry;
    readonly events: readonly EventContent[];
  },
): Promise<PlannedAddress> {
  const { email, audit } = change;
  const isFirst = user.email === undefined;
  const isByKey = authority.kind === 'service-key';
  const isGraveHolder = user.roles?.some((role) => isGrave(deps.configuration, role)) ?? false;
  if (isByKey && (isFirst || isGraveHolder)) throw new AppError('ADMINISTRATOR_REQUIRED');
  requireUsable(deps, email);
  limitUndos(deps, user);
  await requireFree(deps, email, user);
  const [former] = verifiedAddressesOf(user);
  const now = deps.now();
  // A change by an administrator keeps the mark of an earlier import or key.
  const vouching = isByKey || user.vouchedAt ? { vouchedAt: now } : {};
  if (former === undefined) {
    const emailVerified = isFirst ? now : null;
    const securityEvent = makeSecurityEvent(deps, {
      kind: 'email-added',
      requestContext: null,
      label: email,
      mailTo: isFirst ? [email] : [],
      audit,
      events: [...change.events, emailEvent({ emailVerified })],
    });
    return { securityEvent, set: { ...emailFields(email), emailVerified, ...vouching }, undo: null };
  }
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'email-changed',
    requestContext: null,
    label: email,
    // The former address first: its mail has the undo link.
    mailTo: [former, email],
    audit,
    events: [...change.events, emailEvent({ emailVerified: now })],
  });
  const undo = makeEmailUndo(deps, user, former, securityEvent);
  return { securityEvent, set: { ...emailFields(email), emailVerified: now, ...vouching }, undo };
}

/** Throws `INVALID_INPUT` for an address that may not sign in. */
export function requireUsable({ settings }: Pick<Dependencies, 'settings'>, email: string): void {
  if (isAdmitted(settings, email)) return;
  throw new AppError('INVALID_INPUT', { issues: [makeIssue('email', 'address-domain-refused')] });
}

/** Throws `EMAIL_TAKEN`, or `EMAIL_KEPT` while a former owner may take the address back. */
export async function requireFree(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  email: string,
  except?: Pick<UserDocument, '_id'>,
): Promise<void> {
  const others = except ? { _id: { $ne: except._id } } : {};
  const holder = await deps.collections.users.findOne({ email, ...others }, { projection: { _id: 1 } });
  if (holder) throw new AppError('EMAIL_TAKEN');
  if (await isReservedEmail(deps, email, except?._id)) throw new AppError('EMAIL_KEPT');
}
