import type { APIRequestContext, Page } from '@playwright/test';
import { expect, makeUser, test } from './fixtures.ts';
import { expectSignedOut, requestMail } from './flows.ts';
import { inspect } from './inspect.ts';
import { messagesTo, newestSignInMail, signInMailsTo } from './mailbox.ts';
import { ageSessions, ownerOf, arriveSignedInByMail, signInByMailWithoutPages } from './policy-flows.ts';

const CHANGE = 'Change email address';
const codeField = (page: Page) => page.getByLabel('Code from the mail');

/** Waits for `count` confirmation mails. Returns link and code of the newest. */
async function confirmationTo(request: APIRequestContext, address: string, count = 1) {
  const mails = async () =>
    (await messagesTo(request, address)).filter(({ text }) => text.includes('/confirm-email?'));
  await expect.poll(async () => (await mails()).length).toBe(count);
  const [{ text } = { text: '' }] = await mails();
  return {
    link: text.match(/https?:\/\/\S+\/confirm-email\?\S+/)?.[0] ?? '',
    code: text.match(/^\d{6}$/m)?.[0] ?? '',
  };
}

async function undoLinkTo(request: APIRequestContext, address: string): Promise<string> {
  const links = async () =>
    (await messagesTo(request, address)).flatMap(
      ({ text }) => text.match(/https?:\/\/\S+\/undo-email\?\S+/)?.[0] ?? [],
    );
  await expect.poll(async () => (await links()).length, { timeout: 20_000 }).toBe(1);
  return (await links())[0] ?? '';
}

async function askFor(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: CHANGE }).click();
  await page.getByLabel('New email address').fill(address);
  await page.getByRole('button', { name: 'Send the mail' }).click();
}

async function changeTo(page: Page, request: APIRequestContext, address: string): Promise<void> {
  await askFor(page, address);
  await codeField(page).fill((await confirmationTo(request, address)).code);
  await expect(page.getByText(`Your email address is ${address} now.`)).toBeVisible();
}

test('an address is changed by the code, and only the new one signs in afterwards', async ({
  page,
  request,
  person,
  openBrowser,
}) => {
  test.slow();
  const wanted = makeUser().email;
  await arriveSignedInByMail(page, request, person.email);
  await page.getByRole('button', { name: CHANGE }).click();
  await expect(page.getByLabel('New email address')).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is your address already.')).toBeVisible();
  await page.getByLabel('New email address').fill(wanted);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  await inspect(page, 'email-code');

  await page.reload();
  await expect(page.getByText(wanted)).toBeVisible();
  const { code } = await confirmationTo(request, wanted);
  const refused = page.waitForResponse(/email\.confirmWithCode/);
  await codeField(page).fill(code === '000000' ? '000001' : '000000');
  await refused;
  await expect(codeField(page)).toHaveAccessibleDescription(/This code is not right\./);
  await codeField(page).fill(code);
  await expect(page.getByText(`Your email address is ${wanted} now.`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Email address' }).getByText('Verified')).toBeVisible();

  const before = await (await openBrowser()).newPage();
  const earlier = (await signInMailsTo(request, person.email)).length;
  await requestMail(before, person.email);
  const { code: oldCode } = await newestSignInMail(request, person.email, earlier + 1);
  await before.getByLabel('Or enter the code from the mail').fill(oldCode);
  await expect(before.getByText('This address was replaced less than seven days ago')).toBeVisible();
  await expectSignedOut(before);
  await arriveSignedInByMail(before, request, wanted);
  await expect(before.getByText(wanted).first()).toBeVisible();
});

test('a link confirms only in a browser of its user, and opening it changes nothing @all', async ({
  page,
  request,
  person,
  collections,
  openBrowser,
}) => {
  const wanted = makeUser().email;
  await arriveSignedInByMail(page, request, person.email);
  await ageSessions(collections, await ownerOf(collections, person.email));
  await page.reload();
  const earlier = (await messagesTo(request, person.email)).length;
  await askFor(page, wanted);
  const dialog = page.getByRole('dialog', { name: 'Verify it’s you' });
  await dialog.getByRole('button', { name: /^Send a code/ }).click();
  await expect.poll(async () => (await messagesTo(request, person.email)).length).toBe(earlier + 1);
  const [asked] = await messagesTo(request, person.email);
  await dialog.getByLabel('Code from the mail').fill(asked?.text.match(/^\d{6}$/m)?.[0] ?? '');
  // The requested change then continues by itself.
  const { link } = await confirmationTo(request, wanted);

  const otherPerson = await (await openBrowser()).newPage();
  await otherPerson.goto(link);
  await expect(otherPerson.getByRole('heading', { name: 'Sign in to confirm your address' })).toBeVisible();
  await expect(otherPerson).toHaveURL('/confirm-email');
  await inspect(otherPerson, 'confirm-email-signed-out');
  await signInByMailWithoutPages(otherPerson, request, makeUser().email);
  await otherPerson.goto(link);
  await expect(otherPerson.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await inspect(otherPerson, 'confirm-email-not-yours');

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Use this address?' })).toBeVisible();
  await expect(page.getByText(wanted)).toBeVisible();
  await inspect(page, 'confirm-email');
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(page.getByText(`The address of your account is ${wanted}.`)).toBeVisible();
});

test('the former address undoes the change in any browser, and its user can sign in again', async ({
  page,
  request,
  person,
  collections,
  openBrowser,
}) => {
  test.slow();
  const taken = makeUser().email;
  await arriveSignedInByMail(page, request, person.email);
  const owner = await ownerOf(collections, person.email);
  await changeTo(page, request, taken);
  const link = await undoLinkTo(request, person.email);

  const rescue = await (await openBrowser()).newPage();
  await rescue.goto(link);
  await expect(rescue.getByRole('heading', { name: 'Get your address back?' })).toBeVisible();
  await expect(rescue).toHaveURL('/undo-email');
  await inspect(rescue, 'undo-email');
  expect(await ownerOf(collections, taken)).toEqual(owner);
  await rescue.getByRole('button', { name: 'Undo the change' }).click();
  await expect(rescue.getByRole('heading', { name: 'Your address is back' })).toBeVisible();
  await inspect(rescue, 'undo-email-done');
  expect(await ownerOf(collections, person.email)).toEqual(owner);

  await expectSignedOut(page);
  await rescue.getByRole('link', { name: 'Sign in' }).click();
  await expect(rescue.getByLabel('Email address')).toHaveValue(person.email);
  const earlier = (await signInMailsTo(request, person.email)).length;
  await rescue.getByRole('button', { name: 'Email me a link' }).click();
  const { code } = await newestSignInMail(request, person.email, earlier + 1);
  await rescue.getByLabel('Or enter the code from the mail').fill(code);
  await expect(rescue).toHaveURL('/account/sign-in-methods');

  await page.goto(link);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});
