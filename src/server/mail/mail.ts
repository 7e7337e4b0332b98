export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** RFC 5322 `Message-ID`, `<id@host>`, the same for each retry. Missing: each sending gets a new one. */
  readonly messageId?: string;
}

/** A permanent refusal of the address or the mail: a retry is useless. The message has no address. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** The mail server accepts the mail later, or another one does. The error's message has no address. */
export class MailDeferredError extends Error {
  override readonly name = 'MailDeferredError';
}

export interface MailTransport {
  /** Resolves when the mail server has accepted the message; rejects otherwise. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
