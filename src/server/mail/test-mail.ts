import { composeMail, mailContextOf, type MailInput } from './compose-mail.ts';
import type { MailRequest } from './facts.ts';
import type { Mail } from './mail.ts';

/** To the administrator who asks for it. */
export function testMail(input: MailInput & { readonly requestedFrom: MailRequest }): Mail {
  const context = mailContextOf(input);
  const { test: words } = context.texts;
  return composeMail('test', context, {
    title: words.title(context.brand.name),
    lead: [words.lead(context.brand.name)],
    advice: [words.advice],
    button: { label: words.button, path: '/admin' },
    requestedFrom: input.requestedFrom,
  });
}
