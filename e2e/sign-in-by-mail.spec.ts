import { expectSignedIn, requestMail } from './flows.ts';
import { expect, makeUser, test } from './fixtures.ts';
import { openWithHeldScripts } from './held-scripts.ts';
import { inspect } from './inspect.ts';
import { messagesTo, newestSignInMail } from './mailbox.ts';

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

test('a code in another browser is refused with a message that shows what to do', async ({
  page,
  request,
  person,
  openBrowser,
}) => {
  await requestMail(page, person.email);
  const { code } = await newestSignInMail(request, person.email);
  const other = await (await openBrowser()).newPage();
  await other.goto(`/check-email?${new URLSearchParams({ email: person.email }).toString()}`);
  const field = 'Or enter the code from the mail';
  await other.getByLabel(field).fill(code);
  const refusal = other.getByRole('alert');
  await expect(refusal).toContainText('This browser did not ask for this code.');
  await expect(refusal).toContainText(
    'Type the code in the browser where you asked for it, open the link in the mail, or ask for a new code here.',
  );
  await expect(refusal).toContainText('CODE_OTHER_BROWSER');
  await inspect(other, 'code-in-another-browser');
  // As the text says, the code works in the browser that asked for it.
  await page.getByLabel(field).fill(code);
  await expectSignedIn(page);
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
