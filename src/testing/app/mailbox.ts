import type { Mail } from '../../server/mail/mail.ts';

export type Mailbox = ReturnType<typeof createMailbox>;

const LINK = /^https?:\/\/\S+$/;

/** A mail transport that stores the mails. `onText` gets the text of each mail. */
export function createMailbox(onText: (text: string) => void = () => {}) {
  /** The oldest first. */
  const messages: Mail[] = [];
  return {
    messages,
    send(mail: Mail): Promise<void> {
      messages.push(mail);
      onText(mail.text);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
    /** The newest mail, or that to this address with this text in its subject. Throws when there is none. */
    last(to?: string, about = ''): Mail {
      const mail = messages.findLast(
        (message) => (to === undefined || message.to === to) && message.subject.includes(about),
      );
      if (!mail) throw new Error(`no mail${to === undefined ? '' : ` to ${to}`} among ${messages.length}`);
      return mail;
    },
    linkOf: (mail: Mail) => lineOf(mail, LINK),
    tokenOf: (mail: Mail) => new URL(lineOf(mail, LINK)).searchParams.get('token') ?? '',
    codeOf: (mail: Mail) => lineOf(mail, /^\d{6}$/),
    clear(): void {
      messages.length = 0;
    },
  };
}

function lineOf(mail: Mail, pattern: RegExp): string {
  const line = mail.text.split('\n').find((candidate) => pattern.test(candidate));
  if (line === undefined) throw new Error(`no line like ${String(pattern)} in the mail "${mail.subject}"`);
  return line;
}
