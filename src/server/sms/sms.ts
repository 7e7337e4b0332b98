/** One text message to one number. */
export interface Sms {
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

export interface SmsTransport {
  /**
   * Resolves when the gateway has accepted the message. Rejects with `SmsRefusedError` when another try
   * cannot succeed, and with another error otherwise.
   */
  send(sms: Sms): Promise<void>;
  close(): Promise<void>;
}

/** The gateway has refused the message, or there is no gateway. The message contains no phone number. */
export class SmsRefusedError extends Error {
  override readonly name = 'SmsRefusedError';
}
