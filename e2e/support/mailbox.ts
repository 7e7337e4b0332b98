import { expect, type APIRequestContext } from '@playwright/test';
import { z } from 'zod';

const outbox = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['mail', 'sms']),
    to: z.string(),
    subject: z.string().nullable(),
    text: z.string(),
    html: z.string().nullable(),
    createdAt: z.string(),
  }),
);
export type Message = z.infer<typeof outbox>[number];

export interface SignInMail {
  readonly link: string;
  readonly code: string;
}

/** The messages to this address, newest first. */
export async function messagesTo(request: APIRequestContext, address: string): Promise<Message[]> {
  // The messages of all tests have more than a megabyte.
  const answer = await request.get('/dev/outbox.json', { params: { to: address } });
  expect(answer.status()).toBe(200);
  return outbox.parse(await answer.json());
}

/** Link and code of each sign-in mail to this address, newest first. */
export async function signInMailsTo(request: APIRequestContext, address: string): Promise<SignInMail[]> {
  return (await messagesTo(request, address)).flatMap(({ text }) => {
    const link = text.match(/https?:\/\/\S+\/confirm\?\S+/)?.[0];
    const code = text.match(/^\s*(\d{3}[\s-]?\d{3})\s*$/m)?.[1]?.replace(/\D/g, '');
    return link && code ? [{ link, code }] : [];
  });
}

/** Waits for `count` sign-in mails. Returns the newest. */
export async function newestSignInMail(
  request: APIRequestContext,
  address: string,
  count = 1,
): Promise<SignInMail> {
  let mails: SignInMail[] = [];
  await expect.poll(async () => (mails = await signInMailsTo(request, address)).length).toBe(count);
  const [newest] = mails;
  if (!newest) throw new Error('The mail with link and code has gone.');
  return newest;
}
