import { MINUTE_MS, PASSWORD_RESET_MAX_AGE_MS } from '../../shared/limits.ts';
import { composeMail, mailContextOf, type MailInput } from './compose-mail.ts';
import type { MailRequest } from './facts.ts';
import type { Mail } from './mail.ts';

/** Opening the link changes nothing. */
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

/** To an address without an account. The page shows no difference, so only the owner learns of it. */
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

/** The code verifies a signed-in user again. It signs nobody in. */
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
