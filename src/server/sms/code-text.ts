import { MINUTE_MS, PHONE_CODE_MAX_AGE_MS } from '../../shared/limits.ts';

/** What a code is asked for, as the message says it: a person who is talked into passing it on reads what it would do. */
const PURPOSES = {
  verify: 'to add this number',
  reauthenticate: 'to show that it is you',
  'sign-in': 'to sign in',
} as const;

export type CodePurpose = keyof typeof PURPOSES;

/**
 * One message of plain GSM characters. The code comes first, where a notification shows it, and again in the last line, which binds it to
 * the site, so that a phone fills it in nowhere else (WICG, "Origin-bound one-time codes").
 */
export function codeText(input: { origin: string; code: string; purpose: CodePurpose }): string {
  const { host, hostname } = new URL(input.origin);
  const { code } = input;
  const minutes = PHONE_CODE_MAX_AGE_MS / MINUTE_MS;
  return [
    `${code} is your code for ${host} ${PURPOSES[input.purpose]}.`,
    `It works for ${minutes} minutes. Tell it nobody.`,
    '',
    `@${hostname} #${code}`,
  ].join('\n');
}
