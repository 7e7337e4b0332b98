import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import type { WebhookEndpointDocument } from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { webhookDisabledMail } from '../../mail/webhook-mails.ts';
import { provenAddressOf } from '../rules/proven-address.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import { notSuspended } from '../rules/access.ts';

type NoticeDependencies = Pick<Dependencies, 'collections' | 'now' | 'settings' | 'vault'>;

/**
 * Tells all administrators about endpoints that were disabled for their answers. The write that disables one sets `unsentNotice`, so no crash loses the mail. A
 * repeated call adds no second job.
 */
export async function sendDisabledNotices(deps: NoticeDependencies): Promise<void> {
  const { webhookEndpoints } = deps.collections;
  for (const endpoint of await webhookEndpoints.find({ unsentNotice: true }).toArray()) {
    const { _id, disabled } = endpoint;
    await tellAdministrators(deps, endpoint);
    await webhookEndpoints.updateOne(
      { _id, 'disabled.at': disabled?.at ?? { $exists: false } },
      { $unset: { unsentNotice: '' } },
    );
  }
}

async function tellAdministrators(
  deps: NoticeDependencies,
  { _id: id, url, disabled }: WebhookEndpointDocument,
): Promise<void> {
  // Somebody has enabled the endpoint, or disabled it themselves.
  if (!disabled || disabled.by === 'administrator') return;
  const { at, by } = disabled;
  const administrators = await deps.collections.users
    .find(
      { $and: [{ roles: ADMINISTRATOR, deletedAt: { $exists: false } }, notSuspended(deps.now())] },
      { projection: { email: 1, emailVerified: 1, locale: 1 } },
    )
    .toArray();
  for (const user of administrators) {
    for (const to of provenAddressOf(user)) {
      const { locale } = user;
      const mail = webhookDisabledMail({
        to,
        locale,
        settings: deps.settings,
        endpoint: { id, url },
        by,
        at,
      });
      await enqueueJob(deps, { kind: 'mail', mail }, noticeIdOf(id, to, at), user._id);
    }
  }
}

/** The same endpoint, address and moment give the same id. */
function noticeIdOf(endpointId: string, to: string, at: Date): ObjectId {
  const hash = createHash('sha256').update(`${endpointId}\n${to}\n${at.getTime()}`).digest('hex');
  return new ObjectId(hash.slice(0, 24));
}
