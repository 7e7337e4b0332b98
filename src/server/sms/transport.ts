import type { Log } from '../log/log-lines.ts';
import { SECOND_MS } from '../../shared/limits.ts';
import { createGuardedFetch } from '../net/guarded-fetch.ts';
import type { Settings } from '../settings/settings.ts';
import { SmsRefusedError, type Sms, type SmsTransport } from './sms.ts';

const SMS_GATEWAY_TIMEOUT_MS = 5 * SECOND_MS;

type SmsSettings = Pick<Settings, 'mode' | 'smsUrl' | 'dataDir'>;

/** E.164 as `parsePhone` returns it. Nothing else may reach a gateway. */
const E164 = /^\+[1-9]\d{1,16}$/;

/**
 * Sends texts to an HTTP gateway, or to the outbox on disk when none is set. A text contains a code, so it is
 * printed to the terminal and never logged. In production, texts without a gateway are refused.
 */
export function createSmsTransport(
  settings: SmsSettings,
  log: Log,
  print: (text: string) => void = (text) => process.stdout.write(text),
): SmsTransport {
  if (settings.smsUrl !== null) return gatewayTransport(new URL(settings.smsUrl), log);
  return settings.mode === 'production' ? noTransport() : outboxTransport(settings, print);
}

/** Sends `POST { to, text }` as JSON. A user name in the URL becomes Basic authentication. 2xx: accepted. */
function gatewayTransport(url: URL, log: Log): SmsTransport {
  const send = createGuardedFetch({
    allowLoopback: true,
    chosenByOperator: true,
    timeoutMs: SMS_GATEWAY_TIMEOUT_MS,
  });
  const { address, headers } = requestTo(url);
  return {
    async send(sms) {
      const { to, text } = checkRecipient(sms);
      const { status } = await send(address, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to, text }),
      });
      if (status >= 200 && status < 300) {
        log.info({ status }, 'text message accepted by the gateway');
        return;
      }
      const message = `the gateway answered ${status}`;
      // Of the 4xx statuses only these two are temporary (RFC 9110 15.5.9, RFC 6585 4).
      const isTemporary = status >= 500 || status === 408 || status === 429;
      throw isTemporary ? new Error(message) : new SmsRefusedError(message);
    },
    close: () => Promise.resolve(),
  };
}

/** `fetch` refuses an address with a user name (Fetch standard, "includes credentials"). */
function requestTo(url: URL): { address: string; headers: Record<string, string> } {
  const { username, password } = url;
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    address: bare.href,
    headers: {
      'content-type': 'application/json',
      ...(username ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}),
    },
  };
}

function outboxTransport(settings: SmsSettings, print: (text: string) => void): SmsTransport {
  return {
    async send(sms) {
      const { to, text } = checkRecipient(sms);
      const { writeToOutbox } = await import('../development/mails/outbox.ts');
      await writeToOutbox(settings.dataDir, 'sms', { to, subject: 'Text message', text, html: '' });
      print(`\n  ✆ Text message to ${to}\n${text.replace(/^/gm, '  │ ')}\n\n`);
    },
    close: () => Promise.resolve(),
  };
}

function noTransport(): SmsTransport {
  return {
    send: () => Promise.reject(new SmsRefusedError('SMS_URL is not set')),
    close: () => Promise.resolve(),
  };
}

/** @throws {TypeError} without the number in its message */
function checkRecipient(sms: Sms): Sms {
  if (!E164.test(sms.to)) throw new TypeError('the recipient is not one number in E.164');
  return sms;
}
