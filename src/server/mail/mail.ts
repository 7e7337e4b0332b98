/** One message to one address, complete as plain text and as HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /**
   * RFC 5322 `Message-ID`, `<id@host>`. It is the same when this message is sent again. Without it each
   * sending gets a new one.
   */
  readonly messageId?: string;
}

/**
 * The address or the message was refused permanently, so a retry is useless. The message names no address.
 */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** The mail server accepts the message later, or another one does. The message names no address. */
export class MailDeferredError extends Error {
  override readonly name = 'MailDeferredError';
}

export interface MailTransport {
  /** Resolves when the mail server has accepted the message; rejects otherwise. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
