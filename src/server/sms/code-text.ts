import type { Locale } from '../../shared/locale.ts';
import { MINUTE_MS, PHONE_CODE_MAX_AGE_MS } from '../../shared/limits.ts';
import type { MailTexts } from '../../locales/texts.ts';
import { mailTexts } from '../locale-texts.ts';

/** What a code is asked for. */
export type CodePurpose = keyof MailTexts['sms']['purposes'];

/**
 * One message of plain GSM characters. The code comes first, where a notification shows it, and again in the last line, which binds it to
 * the site, so that a phone fills it in nowhere else (WICG, "Origin-bound one-time codes").
 */
export function codeText(input: {
  origin: string;
  code: string;
  purpose: CodePurpose;
  locale: Locale | undefined;
}): string {
  const { host, hostname } = new URL(input.origin);
  const { code } = input;
  const { sms } = mailTexts(input.locale);
  return [
    sms.code(code, host, sms.purposes[input.purpose]),
    sms.validity(PHONE_CODE_MAX_AGE_MS / MINUTE_MS),
    '',
    `@${hostname} #${code}`,
  ].join('\n');
}
