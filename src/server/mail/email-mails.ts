import type { Locale } from '../../shared/locale.ts';
import { HOUR_MS, VERIFICATION_TOKEN_MAX_AGE_MS } from '../../shared/limits.ts';
import type { Mail } from './mail.ts';
import { noticeMail } from './notices.ts';
import { linkAndCodeMail } from './templates.ts';
import { mailTexts } from '../locale-texts.ts';

interface Addressed {
  readonly to: string;
  readonly origin: string;
  readonly locale: Locale;
}

/** A link and a code that prove a signed-in user's new address. Neither signs anybody in. */
export function confirmEmailMail(input: Addressed & { readonly token: string; readonly code: string }): Mail {
  const { origin, token } = input;
  const link = new URL('/confirm-email', origin);
  link.searchParams.set('token', token);
  return linkAndCodeMail(
    {
      ...input,
      host: new URL(origin).host,
      link: link.href,
      expiresHours: VERIFICATION_TOKEN_MAX_AGE_MS / HOUR_MS,
    },
    'confirmEmail',
  );
}

/**
 * The mail to the owner of an address that another user has requested. The page shows the same as for a free
 * address.
 */
export function addressTakenMail({ to, origin, locale }: Addressed): Mail {
  const texts = mailTexts(locale).addressTaken;
  const { host } = new URL(origin);
  return noticeMail({
    to,
    origin,
    locale,
    title: texts.title(host),
    sentences: texts.sentences,
    button: { label: texts.button(host), path: '/sign-in' },
  });
}
