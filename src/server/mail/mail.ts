/** One message to one address, readable as plain text alone and as HTML alone. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailTransport {
  /** Resolves when the message was handed over; rejects when it was not. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
