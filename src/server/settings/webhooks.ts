import type { EventType } from '../../shared/event-types.ts';
import type { EnvironmentReader } from './faults.ts';
import * as values from './webhook-values.ts';

export interface WebhookSettings {
  /** `null`: none. Two secrets sign while one replaces the other. */
  readonly webhook: {
    readonly url: string;
    readonly secrets: readonly string[];
    /** `null`: all. */
    readonly types: readonly EventType[] | null;
  } | null;
  readonly webhookPrivateHosts: readonly string[];
}

const REMEDY = {
  url: 'Set it to where events are sent, e.g. https://app.example.com/webhooks.',
  secret: 'Set it to whsec_ and 24 to 64 random bytes in base64: echo "whsec_$(openssl rand -base64 32)"',
  types: 'List types of events, e.g. user.created, user.deleted; or remove it to send all.',
  privateHosts: 'List host names or addresses, e.g. app.internal, 10.0.0.5.',
} as const;

export function readWebhooks(reader: EnvironmentReader, production: boolean): WebhookSettings {
  const url = reader.value('WEBHOOK_URL', values.webhookUrl, REMEDY.url);
  const secrets = reader.value('WEBHOOK_SECRET', values.webhookSecrets, REMEDY.secret);
  const types = reader.value('WEBHOOK_TYPES', values.webhookTypes, REMEDY.types) ?? null;
  const webhookPrivateHosts = reader.value('WEBHOOK_PRIVATE_HOSTS', values.hosts, REMEDY.privateHosts) ?? [];
  if (production && url?.startsWith('http:')) {
    reader.fault('WEBHOOK_URL', 'must begin with https:// in production', REMEDY.url);
  }
  const hasUrl = reader.text('WEBHOOK_URL') !== null;
  if (hasUrl && reader.text('WEBHOOK_SECRET') === null) {
    reader.fault('WEBHOOK_SECRET', 'is not set, and WEBHOOK_URL needs it', REMEDY.secret);
  }
  for (const name of ['WEBHOOK_SECRET', 'WEBHOOK_TYPES']) {
    if (hasUrl || reader.text(name) === null) continue;
    reader.fault(name, 'is set without WEBHOOK_URL', `${REMEDY.url} Or remove ${name}.`);
  }
  return {
    webhook: url === undefined || secrets === undefined ? null : { url, secrets, types },
    webhookPrivateHosts,
  };
}
