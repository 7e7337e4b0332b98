import type { Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import { emailAddress } from '../../shared/schemas/fields.ts';
import type { Settings } from '../settings/settings.ts';
import { isLoopback } from '../settings/values.ts';
import { MailRefusedError, type Mail, type MailTransport } from './mail.ts';
import { writeToOutbox } from './outbox.ts';
import { parseSender, type Sender } from './sender.ts';

type MailSettings = Pick<Settings, 'mode' | 'smtpUrl' | 'mailFrom' | 'dataDir'>;

/** A person waits for the page while the mail is handed over. */
const CONNECTION_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 15_000;

/**
 * The way mail goes out: an SMTP server when one is set, else the outbox on disk, whose messages `print` shows in the
 * terminal. The text of a mail holds a secret link, so it is printed there and never logged.
 */
export function createMailTransport(
  settings: MailSettings,
  log: Logger,
  print: (text: string) => void = (text) => process.stdout.write(text),
): MailTransport {
  return settings.smtpUrl === null
    ? outboxTransport(settings, print)
    : smtpTransport({ ...settings, smtpUrl: settings.smtpUrl }, log);
}

function smtpTransport(settings: MailSettings & { smtpUrl: string }, log: Logger): MailTransport {
  const from = senderOf(settings.mailFrom);
  let opened: Promise<Transporter> | null = null;
  return {
    async send(mail) {
      const { address } = onlyRecipient(mail);
      const message = {
        from,
        // An object is taken as it is; a string would be parsed as a list (GHSA-5jpx-9hw9-2fx4).
        to: { name: '', address },
        envelope: { from: from.address, to: [address] },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        ...(mail.messageId === undefined ? {} : { messageId: mail.messageId }),
        // RFC 3834: out-of-office programs leave it unanswered.
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      const transporter = await (opened ??= openTransporter(settings));
      const { messageId } = await transporter.sendMail(message).catch((error: unknown) => {
        throw withoutAddress(error);
      });
      log.info({ messageId }, 'mail handed over');
    },
    async close() {
      (await opened)?.close();
    },
  };
}

/** The library is loaded with the first mail: a start does not wait for it. */
async function openTransporter(settings: MailSettings & { smtpUrl: string }): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: settings.smtpUrl,
    pool: true,
    // smtp:// begins in clear text. Without this a man in the middle hides STARTTLS and reads every sign-in link.
    requireTLS: settings.mode === 'production' && !isLoopback(new URL(settings.smtpUrl)),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function outboxTransport(settings: MailSettings, print: (text: string) => void): MailTransport {
  return {
    async send(mail) {
      const { address } = onlyRecipient(mail);
      await writeToOutbox(settings.dataDir, 'mail', mail);
      const text = mail.text.trim().replace(/^/gm, '  │ ');
      print(`\n  ✉ Mail to ${address}: ${mail.subject}\n${text}\n\n`);
    },
    close: () => Promise.resolve(),
  };
}

/**
 * What a mail server says of a recipient or a message names the address, so only its codes are passed on (RFC 5321 4.2, RFC 3463). A `5`
 * means that the same message will never be taken.
 */
function withoutAddress(error: unknown): unknown {
  const { command, responseCode, response } = error as {
    command?: string;
    responseCode?: number;
    response?: string;
  };
  if (responseCode === undefined || (command !== 'RCPT TO' && command !== 'DATA')) return error;
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response ?? '')?.[0];
  const answer = `the mail server answered ${responseCode}${status ? ` ${status}` : ''} to ${command}`;
  return responseCode >= 500 ? new MailRefusedError(answer) : new Error(answer);
}

/**
 * The last gate before an address or a subject reaches a mail server: exactly one plain address, exactly as written.
 *
 * Throws `MailRefusedError` without the address, which may be a whole forged message.
 */
function onlyRecipient(mail: Mail): { address: string } {
  const address = emailAddress.safeParse(mail.to);
  if (!address.success || address.data !== mail.to)
    throw new MailRefusedError('the recipient is not one plain address');
  // eslint-disable-next-line no-control-regex -- a line break in a subject would begin a header of the sender's choice
  if (/[\u0000-\u001f\u007f]/.test(mail.subject)) throw new MailRefusedError('the subject is not one line');
  return { address: address.data };
}

function senderOf(mailFrom: string): Sender {
  const sender = parseSender(mailFrom);
  if (!sender) throw new TypeError('MAIL_FROM is not a sender');
  return sender;
}
