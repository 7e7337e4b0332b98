import { MailRefusedError, type MailTransport } from '../mail/mail.ts';
import type { WebhookTransport } from '../net/webhook-transport.ts';
import type { SmsTransport } from '../sms/sms.ts';
import type { Metrics, SentKind } from './metrics.ts';

interface Transports {
  readonly mail: MailTransport;
  readonly sms: SmsTransport;
  readonly webhookTransport: WebhookTransport;
}

/** Wraps the transports so that they count. Without metrics, returns them unchanged. */
export function observeTransports(metrics: Metrics | null, transports: Transports): Transports {
  if (!metrics) return transports;
  const { mail, sms, webhookTransport } = transports;
  const counted = async <T>(
    kind: SentKind,
    send: () => Promise<T>,
    isSent: (answer: T) => boolean = () => true,
  ): Promise<T> => {
    try {
      const answer = await send();
      metrics.sent(kind, isSent(answer) ? 'sent' : 'failed');
      return answer;
    } catch (error) {
      metrics.sent(kind, error instanceof MailRefusedError ? 'refused' : 'failed');
      throw error;
    }
  };
  return {
    mail: { send: (each) => counted('mail', () => mail.send(each)), close: () => mail.close() },
    sms: { send: (each) => counted('text', () => sms.send(each)), close: () => sms.close() },
    webhookTransport: {
      send: (request) =>
        counted(
          'webhook',
          () => webhookTransport.send(request),
          ({ status }) => status >= 200 && status < 300,
        ),
    },
  };
}
