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
  /** Six digits. */
  readonly code: string;
}

/** All messages to this address in the development outbox, newest first. */
export async function messagesTo(request: APIRequestContext, address: string): Promise<Message[]> {
  const answer = await request.get('/dev/outbox.json');
  expect(answer.status()).toBe(200);
  return outbox.parse(await answer.json()).filter((message) => message.to === address);
}

/** Waits until `count` mails went to the address, and takes link and code from the newest one's plain text. */
export async function newestSignInMail(
  request: APIRequestContext,
  address: string,
  count = 1,
): Promise<SignInMail> {
  await expect.poll(async () => (await messagesTo(request, address)).length).toBe(count);
  const [newest] = await messagesTo(request, address);
  const link = newest?.text.match(/https?:\/\/\S+\/confirm\?\S+/)?.[0];
  const code = newest?.text.match(/^\s*(\d{3}[\s-]?\d{3})\s*$/m)?.[1]?.replace(/\D/g, '');
  if (!link || !code) throw new Error(`A mail without link or code:\n${newest?.text}`);
  return { link, code };
}
