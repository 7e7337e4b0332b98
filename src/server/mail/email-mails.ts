import { HOUR_MS, VERIFICATION_TOKEN_MAX_AGE_MS } from '../../shared/limits.ts';
import { composeMail, mailContextOf, type MailInput } from './compose-mail.ts';
import type { MailRequest } from './facts.ts';
import type { Mail } from './mail.ts';
import { linkAndCodeMail } from './templates.ts';

interface RequestedMailInput extends MailInput {
  readonly requestedFrom: MailRequest;
}

/** The link and the code verify a signed-in user's new address. Neither signs anybody in. */
export function confirmEmailMail(
  input: RequestedMailInput & { readonly token: string; readonly code: string },
): Mail {
  const link = `/confirm-email?${new URLSearchParams({ token: input.token }).toString()}`;
  const expiresHours = VERIFICATION_TOKEN_MAX_AGE_MS / HOUR_MS;
  return linkAndCodeMail('confirm-email', { ...input, link, expiresHours }, 'confirmEmail');
}

/** To the owner of an address that another user requested. The page shows the same as for a free address. */
export function addressTakenMail(input: RequestedMailInput): Mail {
  const context = mailContextOf(input);
  const { name } = context.brand;
  const texts = context.texts.addressTaken;
  return composeMail('address-taken', context, {
    title: texts.title(name),
    lead: texts.sentences,
    button: { label: texts.button(name), path: '/sign-in' },
    requestedFrom: input.requestedFrom,
  });
}
