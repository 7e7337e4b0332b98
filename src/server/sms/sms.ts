/** One text message to one number. */
export interface Sms {
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

export interface SmsTransport {
  /** Resolves when the message was handed over; rejects with `SmsRefusedError` when trying again is no use, else with any error. */
  send(sms: Sms): Promise<void>;
  close(): Promise<void>;
}

/** The gateway has said no, or there is none. The message names no number. */
export class SmsRefusedError extends Error {
  override readonly name = 'SmsRefusedError';
}
