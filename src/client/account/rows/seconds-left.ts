interface Sent {
  /** Seconds, counted from `sentAt`. */
  readonly resendAfter: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/** The same message for a row that is opened again: with the seconds that are left until the next one can be requested. */
export function withSecondsLeft<Message extends Sent>(sent: Message): Message {
  const now = Date.now();
  const seconds = Math.ceil(sent.resendAfter - (now - sent.sentAt) / 1000);
  return { ...sent, resendAfter: Math.max(0, seconds), sentAt: now };
}
