import { MINUTE_MS, PASSWORD_RESET_MAX_AGE_MS } from '../../shared/limits.ts';
import { composeMail, mailContextOf, type MailInput } from './compose-mail.ts';
import type { MailRequest } from './facts.ts';
import type { Mail } from './mail.ts';

/** The link to choose a new password. Opening it changes nothing. */
export function passwordResetMail(
  input: MailInput & { readonly path: string; readonly requestedFrom: MailRequest },
): Mail {
  const context = mailContextOf(input);
  const { passwordReset, buttons } = context.texts;
  return composeMail('password-reset-link', context, {
    title: passwordReset.title(context.brand.name),
    lead: [],
    button: { label: buttons.choosePassword, path: input.path },
    validity: passwordReset.validity(PASSWORD_RESET_MAX_AGE_MS / MINUTE_MS),
    requestedFrom: input.requestedFrom,
    closing: [passwordReset.ignore],
  });
}

/**
 * The mail to an address without an account. The page shows the same in both cases, so only the owner of the
 * address learns this.
 */
export function noAccountMail(input: MailInput & { readonly requestedFrom: MailRequest }): Mail {
  const context = mailContextOf(input);
  const { noAccount, buttons } = context.texts;
  const { name } = context.brand;
  return composeMail('no-account', context, {
    title: noAccount.title(name),
    lead: noAccount.sentences,
    button: { label: buttons.goTo(name), path: '/sign-in' },
    requestedFrom: input.requestedFrom,
  });
}

/** The code with which a signed-in user authenticates again. It signs nobody in. */
export function reauthenticationMail(
  input: MailInput & {
    readonly code: string;
    readonly minutes: number;
    readonly requestedFrom: MailRequest;
  },
): Mail {
  const context = mailContextOf(input);
  const { reauthentication, buttons } = context.texts;
  return composeMail('reauthentication', context, {
    title: reauthentication.title(context.brand.name),
    lead: [],
    code: { lead: reauthentication.enterCode(input.minutes), code: input.code },
    advice: [reauthentication.notAsked],
    button: { label: buttons.devices, path: '/account/devices' },
    requestedFrom: input.requestedFrom,
  });
}
