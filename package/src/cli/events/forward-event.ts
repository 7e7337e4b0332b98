import { createHmac } from 'node:crypto';
import { WEBHOOK_TIMEOUT_MS } from '../../../../src/shared/limits.ts';
import type { FoyerEvent } from '../../events.ts';

export interface ForwardResult {
  /** `null` without an answer. */
  readonly status: number | null;
  /** `null` with an answer. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** Sends an event as a webhook of Foyer (Standard Webhooks). It never throws: the result has the error. */
export async function forwardEvent(
  event: FoyerEvent,
  { url, secret, signal }: { readonly url: string; readonly secret: string; readonly signal: AbortSignal },
): Promise<ForwardResult> {
  const startedAt = Date.now();
  const timestamp = Math.floor(startedAt / 1000);
  const body = JSON.stringify(event);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${event.id}.${timestamp}.${body}`).digest('base64');
  const result = (status: number | null, error: string | null): ForwardResult => ({
    status,
    error,
    durationMs: Date.now() - startedAt,
  });
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    return result(answer.status, null);
  } catch (error) {
    return result(null, reasonOf(error));
  }
}

/** `fetch` hides the reason in the cause, which has one error for each address of the host. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  if (cause instanceof Error) return (cause as NodeJS.ErrnoException).code ?? cause.message;
  return error.message;
}
