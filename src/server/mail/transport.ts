import { isIPv4 } from 'node:net';
import type { Transporter } from 'nodemailer';
import type { Log } from '../log/log-lines.ts';
import { emailAddress } from '../../shared/schemas/fields.ts';
import type { Settings } from '../settings/settings.ts';
import { isLoopback } from '../settings/values.ts';
import { createLogos } from './logos.ts';
import { MailDeferredError, MailRefusedError, type Mail, type MailTransport } from './mail.ts';
import { parseSender, type Sender } from './sender.ts';

type TransportSettings = Pick<
  Settings,
  'mode' | 'smtpUrl' | 'mailFrom' | 'dataDir' | 'origin' | 'basePath' | 'brand'
>;

/** A user may wait for the page while the mail is sent. */
const CONNECTION_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 15_000;

/**
 * Sends mails to an SMTP server, or to the outbox on disk when none is set. A mail contains a secret link, so
 * `print` shows it in the terminal and it is never logged.
 */
export function createMailTransport(
  settings: TransportSettings,
  log: Log,
  print: (text: string) => void = (text) => process.stdout.write(text),
): MailTransport {
  return settings.smtpUrl === null
    ? outboxTransport(settings, print)
    : smtpTransport({ ...settings, smtpUrl: settings.smtpUrl }, log);
}

function smtpTransport(settings: TransportSettings & { smtpUrl: string }, log: Log): MailTransport {
  const from = senderOf(settings.mailFrom);
  const readLogos = createLogos(settings);
  // A mail without a logo is better than no mail.
  const logosOf = (mail: Mail) =>
    readLogos(mail.html).catch((error: unknown) => {
      log.warn({ err: error }, 'the logo of the mails cannot be made');
      return [];
    });
  let transporterPromise: Promise<Transporter> | null = null;
  return {
    async send(mail) {
      const { address } = checkRecipient(mail);
      const message = {
        from,
        // nodemailer uses an object unchanged, but parses a string as a list (GHSA-5jpx-9hw9-2fx4).
        to: { name: '', address },
        envelope: { from: from.address, to: [address] },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: (await logosOf(mail)).map((logo) => ({
          ...logo,
          contentDisposition: 'inline' as const,
        })),
        ...(mail.messageId === undefined ? {} : { messageId: mail.messageId }),
        // RFC 3834: automatic responders do not answer it.
        headers: { 'Auto-Submitted': 'auto-generated' },
      };
      const transporter = await (transporterPromise ??= openTransporter(settings));
      const { messageId } = await transporter.sendMail(message).catch((error: unknown) => {
        throw withoutAddress(error);
      });
      log.info({ messageId }, 'mail accepted by the mail server');
    },
    async close() {
      (await transporterPromise)?.close();
    },
  };
}

/** Imports nodemailer with the first mail, so that it does not slow down the start. */
async function openTransporter(settings: TransportSettings & { smtpUrl: string }): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: settings.smtpUrl,
    // In a container, nodemailer would say `[127.0.0.1]`, which mail servers take for spam.
    name: greetingOf(settings.origin),
    pool: true,
    // smtp:// starts in clear text. An attacker in the network could hide STARTTLS and read sign-in links.
    requireTLS: settings.mode === 'production' && !isLoopback(new URL(settings.smtpUrl)),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The name in EHLO: a host, or an address in brackets (RFC 5321, 4.1.3). */
function greetingOf(origin: string): string {
  const { hostname } = new URL(origin);
  return isIPv4(hostname) ? `[${hostname}]` : hostname.replace('[', '[IPv6:');
}

function outboxTransport(settings: TransportSettings, print: (text: string) => void): MailTransport {
  return {
    async send(mail) {
      const { address } = checkRecipient(mail);
      const { writeToOutbox } = await import('../development/mails/outbox.ts');
      await writeToOutbox(settings.dataDir, 'mail', mail);
      const text = mail.text.trim().replace(/^/gm, '  │ ');
      print(`\n  ✉ Mail to ${address}: ${mail.subject}\n${text}\n\n`);
    },
    close: () => Promise.resolve(),
  };
}

/** Keeps only codes (RFC 5321 4.2, RFC 3463): the text may have the address. From 500 on: permanent. */
function withoutAddress(error: unknown): unknown {
  const { command, responseCode, response } = error as {
    command?: string;
    responseCode?: number;
    response?: string;
  };
  if (responseCode === undefined || (command !== 'RCPT TO' && command !== 'DATA')) return error;
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response ?? '')?.[0];
  const answer = `the mail server answered ${responseCode}${status ? ` ${status}` : ''} to ${command}`;
  return responseCode >= 500 ? new MailRefusedError(answer) : new MailDeferredError(answer);
}

/**
 * Requires exactly one plain address, exactly as written, and a subject of one line.
 * Throws `MailRefusedError` without the address, which may be a whole forged message.
 */
function checkRecipient(mail: Mail): { address: string } {
  const address = emailAddress.safeParse(mail.to);
  if (!address.success || address.data !== mail.to)
    throw new MailRefusedError('the recipient is not one plain address');
  // eslint-disable-next-line no-control-regex -- a line break would begin a header of the sender's choice
  if (/[\u0000-\u001f\u007f]/.test(mail.subject)) throw new MailRefusedError('the subject is not one line');
  return { address: address.data };
}

function senderOf(mailFrom: string): Sender {
  const sender = parseSender(mailFrom);
  if (!sender) throw new TypeError('MAIL_FROM is not a sender');
  return sender;
}
