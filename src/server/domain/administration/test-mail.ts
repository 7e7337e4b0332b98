import type { SentTestMail } from '../../../shared/schemas/checklist.ts';
import type { Dependencies } from '../../dependencies.ts';
import { testMail } from '../../mail/test-mail.ts';
import { requireAuthority } from '../authority/require-authority.ts';
import { failureOf } from '../jobs/failure.ts';
import { callerBySession } from '../limits/callers.ts';
import { limitMails } from '../limits/mail-limits.ts';
import type { SessionActor } from '../rules/actor.ts';
import { describeMailRequest } from '../rules/mail-request.ts';
import type { RequestContext } from '../rules/request-context.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';

/**
 * Sends it now, because a person waits for it, and counts it as any mail of a session.
 * Throws `RATE_LIMITED`, and what `requireAuthority` throws.
 */
export async function sendTestMail(
  deps: Dependencies,
  actor: SessionActor,
  requestContext: RequestContext,
): Promise<SentTestMail> {
  const [to] = verifiedAddressesOf(actor.user);
  const isOutbox = deps.settings.smtpUrl === null;
  if (to === undefined) return { to: null, isOutbox, failure: null };
  await limitMails(deps, { email: to, caller: callerBySession(actor), requestContext });
  await requireAuthority(deps, { kind: 'administrator', actor });
  const { settings } = deps;
  const requestedFrom = describeMailRequest(deps, requestContext);
  const mail = testMail({ to, locale: actor.user.locale, settings, requestedFrom });
  const failure = await deps.mail.send(mail).then(() => null, failureOf);
  return { to, isOutbox, failure };
}
