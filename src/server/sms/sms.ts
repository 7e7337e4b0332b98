export interface Sms {
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

export interface SmsTransport {
  /** Resolves when the gateway accepted the text. Rejects with `SmsRefusedError` if no retry can succeed. */
  send(sms: Sms): Promise<void>;
  close(): Promise<void>;
}

/** The gateway refused the message, or there is none. The error's message has no phone number. */
export class SmsRefusedError extends Error {
  override readonly name = 'SmsRefusedError';
}
