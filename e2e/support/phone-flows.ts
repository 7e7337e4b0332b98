import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { messagesTo, newestOf } from './mailbox.ts';

export type TestNumber = ReturnType<typeof makeNumber>;

let numbers = 0;

export function makeNumber() {
  numbers += 1;
  const last = String(1_000_000 + test.info().workerIndex * 10_000 + numbers);
  return {
    e164: `+491512${last}`,
    national: `01512${last}`,
    international: `+49 1512 ${last}`,
  };
}

/** Waits for `count` text messages. Returns the newest code. */
export async function codeFor(
  request: APIRequestContext,
  { e164 }: TestNumber,
  count: number,
): Promise<string> {
  const { kind, text } = await newestOf(() => messagesTo(request, e164), count);
  expect(kind).toBe('sms');
  const code = text.match(/\b\d{6}\b/)?.[0];
  if (code === undefined) throw new Error(`A text message without a code:\n${text}`);
  return code;
}

export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

export const numberField = (page: Page) => page.getByRole('textbox', { name: 'Phone number' });
export const codeField = (page: Page) => page.getByLabel('Code from the text message');

export async function enterNumber(page: Page, text: string): Promise<void> {
  await numberField(page).fill(text);
  await page.getByRole('button', { name: 'Send a code' }).click();
}
