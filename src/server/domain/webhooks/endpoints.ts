import type {
  CreateWebhookInput,
  UpdateWebhookInput,
  WebhookEndpoint,
  WebhookWithSecret,
} from '../../../shared/schemas/webhooks.ts';
import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { Authority } from '../rules/authority.ts';

type EndpointDependencies = Pick<Dependencies, 'collections' | 'now' | 'settings' | 'vault'>;
type EndpointClient = Pick<RequestClient, 'ip'>;

export function listWebhooks(_deps: EndpointDependencies): Promise<WebhookEndpoint[]> {
  throw new Error('to be built');
}

/** Throws `TOO_MANY_WEBHOOKS`, `INVALID_INPUT` for an address that is not allowed, and what `requireAuthority` throws. */
export function createWebhook(
  _deps: EndpointDependencies,
  _authority: Authority,
  _input: CreateWebhookInput,
  _client: EndpointClient,
): Promise<WebhookWithSecret> {
  throw new Error('to be built');
}

/** Throws `NOT_FOUND`, `WEBHOOK_SET_BY_ENVIRONMENT`, `INVALID_INPUT`, and what `requireAuthority` throws. */
export function updateWebhook(
  _deps: EndpointDependencies,
  _authority: Authority,
  _input: UpdateWebhookInput,
  _client: EndpointClient,
): Promise<WebhookEndpoint> {
  throw new Error('to be built');
}

/** Throws `NOT_FOUND`, and what `requireAuthority` throws. */
export function setWebhookEnabled(
  _deps: EndpointDependencies,
  _authority: Authority,
  _input: { readonly id: string; readonly isEnabled: boolean },
  _client: EndpointClient,
): Promise<WebhookEndpoint> {
  throw new Error('to be built');
}

/** Throws `NOT_FOUND`, `WEBHOOK_SET_BY_ENVIRONMENT`, and what `requireAuthority` throws. */
export function rotateWebhookSecret(
  _deps: EndpointDependencies,
  _authority: Authority,
  _id: string,
  _client: EndpointClient,
): Promise<WebhookWithSecret> {
  throw new Error('to be built');
}

/** Also removes its deliveries. Throws `NOT_FOUND`, `WEBHOOK_SET_BY_ENVIRONMENT`, and what `requireAuthority` throws. */
export function deleteWebhook(
  _deps: EndpointDependencies,
  _authority: Authority,
  _id: string,
  _client: EndpointClient,
): Promise<{ id: string }> {
  throw new Error('to be built');
}
