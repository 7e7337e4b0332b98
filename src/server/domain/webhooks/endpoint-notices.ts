import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { derivedId } from '../../database/derived-id.ts';
import type { WebhookEndpointDocument } from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { MailInput } from '../../mail/compose-mail.ts';
import type { Mail } from '../../mail/mail.ts';
import { isWebhookChange, webhookChangedMail, webhookDisabledMail } from '../../mail/webhook-mails.ts';
import { writeAuditOf } from '../authority/unwritten-audit.ts';
import { verifiedAddressesOf } from '../rules/verified-address.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import { notSuspended } from '../rules/access.ts';

type NoticeDependencies = Pick<Dependencies, 'collections' | 'now' | 'settings' | 'vault'>;

/** The write that disables sets `unsentNotice`, so no crash loses the mail. A repeated call adds no job. */
export async function sendDisabledNotices(deps: NoticeDependencies): Promise<void> {
  const { webhookEndpoints } = deps.collections;
  for (const endpoint of await webhookEndpoints.find({ unsentNotice: true }).toArray()) {
    const { _id: id, url, disabled } = endpoint;
    // Otherwise an administrator has enabled or disabled the endpoint since.
    if (disabled && disabled.by !== 'administrator') {
      const { at, by } = disabled;
      await tellAdministrators(deps, `${id}\n${at.getTime()}`, (reader) =>
        webhookDisabledMail({ ...reader, endpoint: { id, url }, by, at }),
      );
    }
    await webhookEndpoints.updateOne(
      { _id: id, 'disabled.at': disabled?.at ?? { $exists: false } },
      { $unset: { unsentNotice: '' } },
    );
  }
}

/** Mails are queued before the audit rows, so no crash loses a mail. A second call changes nothing. */
export async function tellAndWriteAudit(
  deps: NoticeDependencies,
  endpoint: WebhookEndpointDocument,
): Promise<void> {
  for (const change of endpoint.unwrittenAudit ?? []) {
    if (!isWebhookChange(change)) continue;
    await tellAdministrators(deps, change._id.toHexString(), (reader) =>
      webhookChangedMail({ ...reader, url: endpoint.url, change }),
    );
  }
  await writeAuditOf(deps, deps.collections.webhookEndpoints, endpoint);
}

/** The job runner calls it for what a crash left. */
export async function finishUnwrittenAudits(deps: NoticeDependencies): Promise<void> {
  // `$gt` is the condition of the partial index.
  const left = { 'unwrittenAudit.at': { $gt: new Date(0) } };
  for (const endpoint of await deps.collections.webhookEndpoints.find(left).toArray()) {
    await tellAndWriteAudit(deps, endpoint);
  }
}

async function tellAdministrators(
  deps: NoticeDependencies,
  reason: string,
  makeMail: (reader: MailInput) => Mail,
): Promise<void> {
  const administrators = await deps.collections.users
    .find(
      { $and: [{ roles: ADMINISTRATOR, deletedAt: { $exists: false } }, notSuspended(deps.now())] },
      { projection: { email: 1, emailVerified: 1, locale: 1 } },
    )
    .toArray();
  for (const user of administrators) {
    for (const to of verifiedAddressesOf(user)) {
      const mail = makeMail({ to, locale: user.locale, settings: deps.settings });
      await enqueueJob(deps, { kind: 'mail', mail }, derivedId(`${reason}\n${to}`), user._id);
    }
  }
}
