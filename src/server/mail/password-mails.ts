import type { Locale } from '../../shared/locale.ts';
import { MINUTE_MS, PASSWORD_RESET_MAX_AGE_MS } from '../../shared/limits.ts';
import type { Mail } from './mail.ts';
import { noticeMail } from './notices.ts';
import { mailTexts } from '../locale-texts.ts';

/** The link to choose a new password. Opening it changes nothing. */
export function passwordResetMail(input: {
  to: string;
  origin: string;
  locale: Locale | undefined;
  path: string;
}): Mail {
  const { to, origin, locale, path } = input;
  const { passwordReset, buttons } = mailTexts(locale);
  return noticeMail({
    to,
    origin,
    locale,
    title: passwordReset.title(new URL(origin).host),
    sentences: passwordReset.sentences(PASSWORD_RESET_MAX_AGE_MS / MINUTE_MS),
    button: { label: buttons.choosePassword, path },
  });
}

/**
 * The mail to an address without an account. The page shows the same in both cases, so only the owner of the
 * address learns this.
 */
export function noAccountMail(input: { to: string; origin: string; locale: Locale }): Mail {
  const { to, origin, locale } = input;
  const { noAccount, buttons } = mailTexts(locale);
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    locale,
    title: noAccount.title(host),
    sentences: noAccount.sentences,
    button: { label: buttons.goTo(host), path: '/sign-in' },
  });
}
