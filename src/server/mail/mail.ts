/** One message to one address, readable as plain text alone and as HTML alone. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** RFC 5322 `Message-ID`, the same whenever this message is sent: `<id@host>`. Without it each sending has one of its own. */
  readonly messageId?: string;
}

/** Trying again is no use: the address or the message was refused for good. The message names no address. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

export interface MailTransport {
  /** Resolves when the message was handed over; rejects when it was not. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
