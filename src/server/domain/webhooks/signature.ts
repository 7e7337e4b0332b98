import { createHmac } from 'node:crypto';

/**
 * The value of `webhook-signature` (Standard Webhooks, "signature scheme"): one `v1,` signature for each
 * secret. `secrets` are `whsec_` and base64. `timestamp`: seconds since 1970.
 */
export function signWebhook(
  secrets: readonly string[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
