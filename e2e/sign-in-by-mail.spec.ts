import type { Page } from '@playwright/test';
import { expectErrorCode, expectSignedIn, expectSignedOut, requestMail } from './flows.ts';
import { expect, makeUser, test } from './fixtures.ts';
import { openWithHeldScripts } from './held-scripts.ts';
import { inspect } from './inspect.ts';
import { messagesTo, newestSignInMail } from './mailbox.ts';
import { identifierOf } from '../src/server/domain/rules/verification-identifiers.ts';
import { cookieName } from '../src/shared/session-cookie.ts';

async function expectDeadLink(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Unable to sign in' })).toBeVisible();
  await expect(page.getByText('The sign-in link is no longer valid.')).toBeVisible();
  await expectErrorCode(page, 'Verification');
}

test('a newcomer signs in by the link', async ({ page, request, person }) => {
  await requestMail(page, person.email);
  await expect(page.getByText(`We sent a sign-in link and a code to ${person.email}.`)).toBeVisible();
  await expect(page.getByText(new URL(page.url()).host)).toBeVisible();

  const { link } = await newestSignInMail(request, person.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: `Continue as ${person.email}?` })).toBeVisible();
  await expect(page, 'the secret does not stay in the address').not.toHaveURL(/token/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
});

test('the link is clicked in the outbox @all', async ({ page, person }) => {
  await requestMail(page, person.email);
  await page.getByRole('link', { name: 'the outbox' }).click();
  await page.getByRole('button', { name: new RegExp(person.email) }).click();
  await page.getByRole('link', { name: 'Open the link' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
});

test('opening the link does not use it up', async ({ page, request, person }) => {
  await requestMail(page, person.email);
  const { link } = await newestSignInMail(request, person.email);
  for (let i = 0; i < 10; i++) {
    expect((await request.get(link)).status()).toBe(200);
    expect((await request.head(link)).status()).toBe(200);
  }
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
});

test('a link works once @all', async ({ page, request, person, openBrowser }) => {
  await requestMail(page, person.email);
  const { link } = await newestSignInMail(request, person.email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);

  const other = await (await openBrowser()).newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Continue' }).click();
  await expectDeadLink(other);
  await expectSignedOut(other);
});

test('an expired link leads to a new one @all', async ({ page, request, person, collections }) => {
  await requestMail(page, person.email);
  const { link } = await newestSignInMail(request, person.email);
  const { matchedCount } = await collections.verificationTokens.updateOne(
    { identifier: identifierOf('sign-in', person.email) },
    { $set: { expires: new Date(Date.now() - 1000) } },
  );
  expect(matchedCount).toBe(1);

  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectDeadLink(page);
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page.getByLabel('Email address')).toHaveValue(person.email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  await page.goto((await newestSignInMail(request, person.email, 2)).link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
});

test('an older link works after a newer mail, and ends the newer one @all', async ({
  page,
  request,
  person,
  openBrowser,
}) => {
  await requestMail(page, person.email);
  const older = await newestSignInMail(request, person.email);
  await requestMail(page, person.email);
  const newer = await newestSignInMail(request, person.email, 2);
  await page.goto(older.link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);

  const other = await (await openBrowser()).newPage();
  await other.goto(newer.link);
  await other.getByRole('button', { name: 'Continue' }).click();
  await expectDeadLink(other);
});

test('an older code works after a newer mail in the browser that requested both @all', async ({
  page,
  request,
  person,
}) => {
  await requestMail(page, person.email);
  const older = await newestSignInMail(request, person.email);
  await requestMail(page, person.email);
  await newestSignInMail(request, person.email, 2);
  await page.getByLabel('Or enter the code from the mail').fill(older.code);
  await expectSignedIn(page);
});

const IN_ANOTHER_BROWSER = [
  {
    language: 'English',
    locale: 'en',
    field: 'Or enter the code from the mail',
    words: [
      'This browser did not ask for this code.',
      'Type the code in the browser where you asked for it, open the link in the mail, or ask for a new code here.',
    ],
  },
  {
    language: 'German',
    locale: 'de',
    field: 'Oder geben Sie den Code aus der Mail ein',
    words: [
      'Dieser Browser hat den Code nicht angefordert.',
      'Geben Sie den Code in dem Browser ein, in dem Sie ihn angefordert haben, öffnen Sie den Link in der Mail, oder fordern Sie hier einen neuen Code an.',
    ],
  },
];
for (const { language, locale, field, words } of IN_ANOTHER_BROWSER) {
  test(`a code in another browser is refused with a message that shows what to do, in ${language}${language === 'English' ? '' : ' @all'}`, async ({
    page,
    request,
    person,
    openBrowser,
  }) => {
    await requestMail(page, person.email);
    const { code, link } = await newestSignInMail(request, person.email);

    const context = await openBrowser();
    const { origin } = new URL(page.url());
    await context.addCookies([{ name: cookieName('locale', origin), value: locale, url: origin }]);
    const other = await context.newPage();
    await other.goto(`/check-email?${new URLSearchParams({ email: person.email }).toString()}`);
    await other.getByLabel(field).fill(code);
    const refusal = other.getByRole('alert');
    for (const sentence of words) await expect(refusal).toContainText(sentence);
    await expect(refusal).toContainText('CODE_OTHER_BROWSER');
    await inspect(other, `code-in-another-browser-${locale}`);

    // As the text says, the link works in this browser and the code in the other one.
    if (locale === 'de') {
      await other.goto(link);
      await other.getByRole('button', { name: 'Fortfahren' }).click();
      await expect(other).toHaveURL(/\/account/);
    } else {
      await page.getByLabel(field).fill(code);
      await expectSignedIn(page);
    }
  });
}

test('a person types the code without a click between the mail and the field @all', async ({
  page,
  request,
  person,
}) => {
  await requestMail(page, person.email);
  const field = page.getByLabel('Or enter the code from the mail');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(`We sent a sign-in link and a code to ${person.email}.`);
  const { code } = await newestSignInMail(request, person.email);
  await page.keyboard.type(code);
  await expectSignedIn(page);
});

test('the code field has the focus when the page was loaded from the server @all', async ({ page }) => {
  await page.goto('/check-email?email=ada@example.test');
  await expect(page.getByLabel('Or enter the code from the mail')).toBeFocused();
});

test('the script leaves the focus where the person has moved it @all', async ({ page }) => {
  const start = await openWithHeldScripts(page, '/check-email?email=ada@example.test');
  await expect(page.getByLabel('Or enter the code from the mail')).toBeFocused();
  const link = page.getByRole('link', { name: 'Use another address' });
  await link.focus();
  await start();
  await expect(link).toBeFocused();
});

test('a newcomer signs in by the code', async ({ page, request, person }) => {
  await requestMail(page, person.email);
  const { code } = await newestSignInMail(request, person.email);
  await page.getByLabel('Or enter the code from the mail').fill(code);
  await expectSignedIn(page);
});

test('five wrong codes end the code, but not the link @all', async ({ page, request, person }) => {
  await requestMail(page, person.email);
  const { code, link } = await newestSignInMail(request, person.email);
  const field = page.getByLabel('Or enter the code from the mail');
  const wrong = code === '000000' ? '111111' : '000000';
  for (let tries = 1; tries <= 4; tries++) {
    const answered = page.waitForResponse(/session\.signInWithCode/);
    await field.fill('');
    await field.fill(wrong);
    await answered;
    await expect(page.getByText('This code is not right.')).toBeVisible();
  }
  await field.fill('');
  await field.fill(wrong);
  await expectErrorCode(page, 'CODE_DEAD');

  const refused = page.waitForResponse(/session\.signInWithCode/);
  await field.fill('');
  await field.fill(code);
  expect((await refused).status(), 'the right code comes too late').toBe(401);
  await expect(page.getByText('This code was entered wrongly too often')).toBeVisible();

  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
});

test('a known and an unknown address get the same answer', async ({ page, request, person, openBrowser }) => {
  await requestMail(page, person.email);
  await page.goto((await newestSignInMail(request, person.email)).link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);

  const otherPerson = makeUser();
  const seen: string[] = [];
  for (const address of [person.email, otherPerson.email]) {
    const visitor = await (await openBrowser()).newPage();
    const answer = visitor.waitForResponse(/session\.requestLink/);
    await requestMail(visitor, address);
    await expect(visitor.getByRole('link', { name: 'the outbox' })).toBeVisible();
    const body = await (await answer).text();
    // The countdown of the resend button changes during the test.
    const text = (await visitor.locator('body').innerText()).replace(/in \d+ s/, 'in n s');
    seen.push(`${(await answer).status()}\n${body}\n${text}`.replaceAll(address, 'ADDRESS'));
  }
  expect(seen[0]).toBe(seen[1]);
  expect(await messagesTo(request, otherPerson.email)).toHaveLength(1);
});
