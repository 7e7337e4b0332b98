import type { Sms } from '../../server/sms/sms.ts';

export type Phonebox = ReturnType<typeof createPhonebox>;

export function createPhonebox() {
  /** The oldest first. */
  const messages: Sms[] = [];
  const faults: Error[] = [];
  let tries = 0;
  return {
    messages,
    /** The number of tries, including failed ones. */
    get tries() {
      return tries;
    },
    send(sms: Sms): Promise<void> {
      tries += 1;
      const fault = faults.shift();
      if (fault) return Promise.reject(fault);
      messages.push(sms);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
    /** The six digits of the newest message to a number. Throws when there is none. */
    codeTo(number: string): string {
      const { text } = messages.findLast(({ to }) => to === number) ?? { text: '' };
      const code = /^\d{6}\b/.exec(text)?.[0];
      if (code === undefined) throw new Error(`no code to ${number} among ${messages.length} messages`);
      return code;
    },
    /** Makes the next tries fail, each with one of these errors. */
    failNext(...errors: readonly Error[]): void {
      faults.push(...errors);
    },
    clear(): void {
      messages.length = 0;
      faults.length = 0;
      tries = 0;
    },
  };
}
