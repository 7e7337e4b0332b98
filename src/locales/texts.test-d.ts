import type { FirstPageTexts, MailTexts, ServerPagesTexts } from './texts.ts';

/** Never run. An `@ts-expect-error` fails when the line below it compiles. */

type SignInTexts = FirstPageTexts['signIn'];
declare const title: string;
declare const withoutTitle: Omit<SignInTexts, 'title'>;
declare const signIn: SignInTexts;
declare const mails: MailTexts;
declare const page: ServerPagesTexts;

// @ts-expect-error -- a word is missing on a page
export const missingOnPage: SignInTexts = { ...withoutTitle };
// @ts-expect-error -- English has no such word on that page
export const additionalOnPage: SignInTexts = { ...signIn, subtitle: title };

// @ts-expect-error -- a mail's words are missing
export const missingInMail: MailTexts['signIn'] = { title: mails.signIn.title, lead: null, button: '' };
// @ts-expect-error -- English mails have no such word
export const additionalInMail: MailTexts['noAccount'] = { ...mails.noAccount, greeting: '' };

// @ts-expect-error -- a word is missing on a page of the server
export const missingOnServerPage: Pick<ServerPagesTexts, 'otherAddress' | 'onTheWay'> = { otherAddress: '' };
// @ts-expect-error -- English has no such word there
export const additionalOnServerPage: ServerPagesTexts = { ...page, footer: '' };

// @ts-expect-error -- a word that takes a count takes no text
export const otherParameters: MailTexts['linkAndCode']['validity'] = (hours: string) => hours;
