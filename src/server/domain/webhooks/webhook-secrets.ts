import type { WebhookEndpointDocument, WebhookEndpointId } from '../../database/event-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ENVIRONMENT_ENDPOINT } from './stored-endpoints.ts';

export function contextOfWebhookSecret(endpointId: WebhookEndpointId): string {
  return `secret of webhook endpoint ${endpointId}`;
}

export function sealWebhookSecret(
  { vault }: Pick<Dependencies, 'vault'>,
  endpointId: WebhookEndpointId,
  secret: string,
): string {
  return vault.seal(secret, contextOfWebhookSecret(endpointId));
}

/** `null` when no `AUTH_SECRET` of this server opens it, or when it belongs to another endpoint. */
export function openWebhookSecret(
  { vault }: Pick<Dependencies, 'vault'>,
  endpointId: WebhookEndpointId,
  sealed: string,
): string | null {
  return vault.open(sealed, contextOfWebhookSecret(endpointId));
}

/** Newest first. */
export function signingSecretsOf(
  deps: Pick<Dependencies, 'now' | 'settings' | 'vault'>,
  { _id, secrets }: Pick<WebhookEndpointDocument, '_id' | 'secrets'>,
): readonly string[] {
  if (_id === ENVIRONMENT_ENDPOINT) return deps.settings.webhook?.secrets ?? [];
  const now = deps.now();
  return secrets
    .filter(({ expires }) => expires === null || expires > now)
    .map(({ sealed }) => openWebhookSecret(deps, _id, sealed))
    .filter((secret) => secret !== null);
}
