import { expect, test } from './support/fixtures.ts';
import { requestMail } from './support/flows.ts';
import { newestSignInMail } from './support/mailbox.ts';
import { serverUnderTest } from './support/server-under-test.ts';

test('a mail of the outbox is shown in its own styles and in a sandbox, and its link opens the whole tab', async ({
  page,
  person,
}) => {
  await requestMail(page, person.email);
  await newestSignInMail(page.request, person.email);
  await page.goto('/dev/outbox');
  await page.getByRole('button', { name: person.email }).first().click();
  const mail = page.frameLocator('iframe');
  const button = mail.getByRole('link', { name: 'Sign in' }).first();
  await expect(button.locator('..')).toHaveCSS('background-color', 'rgb(31, 106, 87)');
  // A missing picture has no width.
  await expect(mail.locator('img')).toHaveCSS('width', '32px');
  await button.click();
  await expect(page).toHaveURL(/\/confirm/);
  await expect(page.getByRole('heading')).toBeVisible();
});

test('another machine sees why the outbox is hidden @all', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: serverUnderTest().origin });
  const page = await context.newPage();
  await page.route('**/dev/outbox.json', async (route) => {
    const answer = await route.fetch({
      headers: { ...route.request().headers(), forwarded: 'for=192.0.2.7' },
    });
    await route.fulfill({ response: answer });
  });
  await page.goto('/dev/outbox');
  await expect(
    page.getByText('The outbox is shown only on the machine that runs this server.'),
  ).toBeVisible();
  await context.close();
});
