import { DAY_MS, WEBHOOK_FAILING_MAX_MS } from '../../shared/limits.ts';
import type { AuditDocument } from '../database/administration-documents.ts';
import type { WebhookEndpointId } from '../database/event-documents.ts';
import { composeMail, mailContextOf, type MailInput } from './compose-mail.ts';
import { formatTime, oneLine } from './facts.ts';
import type { Mail } from './mail.ts';

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
    facts: [[facts.when, formatTime(context.texts, at)]],
    advice: [words.advice],
    button: { label: words.button, path: `/admin/webhooks/${endpoint.id}` },
  });
}

const CHANGES = [
  'webhook-created',
  'webhook-updated',
  'webhook-enabled',
  'webhook-disabled',
  'webhook-secret-rotated',
  'webhook-deleted',
] as const;

/** A row of the audit log. A test and a repeated delivery change nothing. */
interface WebhookChange extends Pick<AuditDocument, 'actor' | 'at' | 'before' | 'after' | 'ip'> {
  readonly action: (typeof CHANGES)[number];
}

export function isWebhookChange(row: AuditDocument): row is AuditDocument & WebhookChange {
  return CHANGES.some((action) => action === row.action);
}

/** `url` is the present address of the endpoint. */
export function webhookChangedMail(
  input: MailInput & { readonly url: string; readonly change: WebhookChange },
): Mail {
  const { url, change } = input;
  const { actor, at, ip } = change;
  const context = mailContextOf(input);
  const { facts, webhookChanged: words } = context.texts;
  // The endpoint may have changed again since `change`.
  const host = hostOf(change.after?.['url'] ?? change.before?.['url'] ?? url);
  const formerHost = hostOf(change.before?.['url'] ?? url);
  const what =
    change.action === 'webhook-updated' && formerHost !== host
      ? words.moved(formerHost, host)
      : words.changes[change.action](host);
  const by = words.actors[actor.kind];
  const name = actor.kind === 'server' ? null : actor.name;
  return composeMail('webhook-changed', context, {
    title: words.title(context.brand.name),
    lead: [what],
    facts: [
      [words.by, name === null ? by : words.named(oneLine(name), by)],
      [facts.when, formatTime(context.texts, at)],
      ...(ip === null ? [] : [[facts.where, ip] as const]),
    ],
    advice: [words.advice],
    button: { label: words.button, path: '/admin/webhooks' },
  });
}

function hostOf(url: unknown): string {
  return new URL(String(url)).host;
}
