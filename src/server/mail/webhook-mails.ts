import { DAY_MS, WEBHOOK_FAILING_MAX_MS } from '../../shared/limits.ts';
import type { WebhookEndpointId } from '../database/event-documents.ts';
import { composeMail, mailContextOf, type MailInput } from './compose-mail.ts';
import { formatTime } from './facts.ts';
import type { Mail } from './mail.ts';

/** Tells an administrator that an endpoint gets no more events. */
export function webhookDisabledMail(
  input: MailInput & {
    readonly endpoint: { readonly id: WebhookEndpointId; readonly url: string };
    readonly by: 'gone' | 'failing';
    readonly at: Date;
  },
): Mail {
  const { endpoint, by, at } = input;
  const context = mailContextOf(input);
  const { facts, webhookDisabled: words } = context.texts;
  const { host } = new URL(endpoint.url);
  const what = by === 'gone' ? words.gone(host) : words.failing(host, WEBHOOK_FAILING_MAX_MS / DAY_MS);
  return composeMail('webhook-disabled', context, {
    title: words.title(context.brand.name),
    lead: [what, words.outcome],
    facts: [facts.when(formatTime(context.texts, at))],
    advice: [words.advice],
    button: { label: words.button, path: `/admin/webhooks/${endpoint.id}` },
  });
}
