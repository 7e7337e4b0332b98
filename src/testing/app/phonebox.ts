import type { Sms, SmsTransport } from '../../server/sms/sms.ts';

export interface Phonebox extends SmsTransport {
  /** All messages, the oldest first. */
  readonly messages: Sms[];
  /** The number of tries, including failed ones. */
  readonly tries: number;
  /** The six digits of the newest message to a number. Throws when there is none. */
  codeTo(number: string): string;
  /** Makes the next tries fail, each with one of these errors. */
  failNext(...errors: readonly Error[]): void;
  clear(): void;
}

/** A transport that stores the messages. */
export function createPhonebox(): Phonebox {
  const messages: Sms[] = [];
  const faults: Error[] = [];
  let tries = 0;
  return {
    messages,
    get tries() {
      return tries;
    },
    send(sms) {
      tries += 1;
      const fault = faults.shift();
      if (fault) return Promise.reject(fault);
      messages.push(sms);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
    codeTo(number) {
      const { text } = messages.findLast(({ to }) => to === number) ?? { text: '' };
      const code = /^\d{6}\b/.exec(text)?.[0];
      if (code === undefined) throw new Error(`no code to ${number} among ${messages.length} messages`);
      return code;
    },
    failNext(...errors) {
      faults.push(...errors);
    },
    clear() {
      messages.length = 0;
      faults.length = 0;
      tries = 0;
    },
  };
}
