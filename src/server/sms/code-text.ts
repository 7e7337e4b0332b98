import type { Locale } from '../../shared/locale.ts';
import { MINUTE_MS, PHONE_CODE_MAX_AGE_MS } from '../../shared/limits.ts';
import type { MailTexts } from '../../locales/texts.ts';
import { mailWordsOf } from '../brand/mail-brand.ts';
import type { Settings } from '../settings/settings.ts';

export type CodePurpose = keyof MailTexts['sms']['purposes'];

/**
 * One message of plain GSM characters, with the code first, where a notification shows it. The last line has
 * code and host, so that a phone offers the code on this site only (WICG, "Origin-bound one-time codes").
 */
export function codeText(input: {
  settings: Pick<Settings, 'origin' | 'brand'>;
  code: string;
  purpose: CodePurpose;
  locale: Locale | undefined;
}): string {
  const { host, hostname } = new URL(input.settings.origin);
  const { code, settings, locale } = input;
  const { sms } = mailWordsOf(settings.brand, locale);
  return [
    sms.code(code, host, sms.purposes[input.purpose]),
    sms.validity(PHONE_CODE_MAX_AGE_MS / MINUTE_MS),
    '',
    `@${hostname} #${code}`,
  ].join('\n');
}
