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

interface SignInMail {
  readonly link: string;
  readonly code: string;
}

/** The messages to this address, newest first. `foyer`: the address of another Foyer. */
export async function messagesTo(
  request: APIRequestContext,
  address: string,
  foyer = '',
): Promise<Message[]> {
  // The messages of all tests have more than a megabyte.
  const answer = await request.get(`${foyer}/dev/outbox.json`, { params: { to: address } });
  expect(answer.status()).toBe(200);
  return outbox.parse(await answer.json());
}

const codeIn = (text: string) => text.match(/^\s*(\d{3}[\s-]?\d{3})\s*$/m)?.[1]?.replace(/\D/g, '');

/** Link and code of each sign-in mail to this address, newest first. */
export async function signInMailsTo(
  request: APIRequestContext,
  address: string,
  foyer?: string,
): Promise<SignInMail[]> {
  return (await messagesTo(request, address, foyer)).flatMap(({ text }) => {
    const link = text.match(/https?:\/\/\S+\/confirm\?\S+/)?.[0];
    const code = codeIn(text);
    return link && code ? [{ link, code }] : [];
  });
}

/** Waits until there are `count`. Returns the newest. */
export async function newestOf<Found>(read: () => Promise<readonly Found[]>, count: number): Promise<Found> {
  let found: readonly Found[] = [];
  await expect.poll(async () => (found = await read()).length).toBe(count);
  const [newest] = found;
  if (newest === undefined) throw new Error('The newest one has gone.');
  return newest;
}

/** Waits for `count` sign-in mails. Returns the newest. */
export const newestSignInMail = (request: APIRequestContext, address: string, count = 1, foyer?: string) =>
  newestOf(() => signInMailsTo(request, address, foyer), count);

/** Waits for `count` mails with a code. Returns the newest code. */
export const newestCode = (request: APIRequestContext, address: string, count: number) =>
  newestOf(async () => (await messagesTo(request, address)).flatMap(({ text }) => codeIn(text) ?? []), count);
