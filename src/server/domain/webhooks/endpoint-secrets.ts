import type {
  WebhookEndpointDocument,
  WebhookEndpointId,
  WebhookSecretEntry,
} from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { openWebhookSecret, sealWebhookSecret } from './webhook-secrets.ts';

export function makeSecretEntry(
  deps: Pick<Dependencies, 'vault' | 'now'>,
  endpointId: string,
  secret: string,
): WebhookSecretEntry {
  return {
    sealed: sealWebhookSecret(deps, endpointId, secret),
    lastFour: secret.slice(-4),
    createdAt: deps.now(),
    expires: null,
  };
}

/** The writes expect the values that were read, so that a parallel rotation wins. */
export async function renewSecrets(
  deps: Pick<Dependencies, 'collections' | 'vault' | 'now'>,
  { _id, secrets }: Pick<WebhookEndpointDocument, '_id' | 'secrets'>,
): Promise<void> {
  const now = deps.now();
  if (secrets.some(({ expires }) => expires !== null && expires <= now)) {
    await deps.collections.webhookEndpoints.updateOne(
      { _id },
      { $pull: { secrets: { expires: { $lte: now } } } },
    );
  }
  for (const { sealed } of secrets) {
    const secret = deps.vault.isCurrent(sealed) ? null : openWebhookSecret(deps, _id, sealed);
    if (secret === null) continue;
    await replaceSealed(deps, _id, sealed, sealWebhookSecret(deps, _id, secret));
  }
}

/** Answers `false` when another call has removed or encrypted the secret meanwhile. */
export async function replaceSealed(
  { collections }: Pick<Dependencies, 'collections'>,
  _id: WebhookEndpointId,
  sealed: string,
  resealed: string,
): Promise<boolean> {
  const { modifiedCount } = await collections.webhookEndpoints.updateOne(
    { _id, 'secrets.sealed': sealed },
    { $set: { 'secrets.$.sealed': resealed } },
  );
  return modifiedCount === 1;
}
