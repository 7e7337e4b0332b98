import type { Mail, MailTransport } from '../../server/mail/mail.ts';

export interface Mailbox extends MailTransport {
  /** All mails, the oldest first. */
  readonly messages: Mail[];
  /** The newest mail, or the newest one to an address, also with a text in its subject. Throws when there is none. */
  last(to?: string, about?: string): Mail;
  /** The sign-in link in the plain text. */
  linkOf(mail: Mail): string;
  /** The token of the link in the plain text. */
  tokenOf(mail: Mail): string;
  /** The six digits in the plain text. */
  codeOf(mail: Mail): string;
  clear(): void;
}

const LINK = /^https?:\/\/\S+$/;

/** A mail transport that stores the mails. `onText` gets the text of each mail. */
export function createMailbox(onText: (text: string) => void = () => {}): Mailbox {
  const messages: Mail[] = [];
  return {
    messages,
    send(mail) {
      messages.push(mail);
      onText(mail.text);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
    last(to, about = '') {
      const mail = messages.findLast(
        (message) => (to === undefined || message.to === to) && message.subject.includes(about),
      );
      if (!mail) throw new Error(`no mail${to === undefined ? '' : ` to ${to}`} among ${messages.length}`);
      return mail;
    },
    linkOf: (mail) => lineOf(mail, LINK),
    tokenOf: (mail) => new URL(lineOf(mail, LINK)).searchParams.get('token') ?? '',
    codeOf: (mail) => lineOf(mail, /^\d{6}$/),
    clear() {
      messages.length = 0;
    },
  };
}

function lineOf(mail: Mail, pattern: RegExp): string {
  const line = mail.text.split('\n').find((candidate) => pattern.test(candidate));
  if (line === undefined) throw new Error(`no line like ${String(pattern)} in the mail "${mail.subject}"`);
  return line;
}
