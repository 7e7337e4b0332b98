import { expectSignedIn, identify, requestMail } from './flows.ts';
import { expect, test } from './fixtures.ts';
import { newestSignInMail } from './mailbox.ts';
import { arriveWith, newestCode, signInByMail } from './policy-flows.ts';

test('a used link leads to the account in the same browser @all', async ({ page, request, person }) => {
  await requestMail(page, person.email);
  const { link } = await newestSignInMail(request, person.email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(`You are already signed in as ${person.email}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expectSignedIn(page);
});

test('"Confirm your address" survives a reload before and after the mail, and the back button @all', async ({
  page,
  request,
  person,
}) => {
  await arriveWith(page, 'Demo Two', person.login, person.email);
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByLabel('Code from the mail')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Code from the mail')).toBeVisible();
  await page.goto('/sign-in');
  await page.goBack();
  await page.getByLabel('Code from the mail').fill(await newestCode(request, person.email, 1));
  await page.getByRole('button', { name: 'Confirm and connect Demo Two' }).click();
  await expect(page.getByText('Demo Two is connected.')).toBeVisible();

  for (const path of ['/confirm-address', '/check-email?email=a%40example.com&callbackUrl=%2Fresume-link']) {
    await page.goto(path);
    await expect(
      page.getByRole('heading', { name: /^(Profile|Nothing left to connect)$/ }),
      `${path}, when all is done`,
    ).toBeVisible();
  }
});

test('the mail’s link signs in in another browser, and shows that no connection waits there', async ({
  page,
  request,
  person,
  openBrowser,
}) => {
  await arriveWith(page, 'Demo Two', person.login, person.email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const elsewhere = await (await openBrowser()).newPage();
  await elsewhere.goto((await newestSignInMail(request, person.email)).link);
  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Nothing left to connect' })).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Code from the mail'), 'where it began, it can go on').toBeVisible();
});

test('every button works after going back from a provider’s page @all', async ({ page, request, person }) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Continue with Demo One' }).click();
  await expect(page.getByLabel('Login name')).toBeVisible();
  await page.goBack();
  for (const provider of ['Demo One', 'Demo Two']) {
    await expect(page.getByRole('button', { name: `Continue with ${provider}` })).toBeEnabled();
  }
  await signInByMail(page, request, person.email);

  await page.goto('/account/sign-in-methods');
  await page.getByRole('button', { name: 'Connect Demo One' }).click();
  await expect(page.getByLabel('Login name')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Connect Demo Two' })).toBeEnabled();
  await page.getByRole('button', { name: 'Connect Demo One' }).click();
  await identify(page, person.login);
  await expect(page.getByText('Demo One is connected.')).toBeVisible();
});

test('an unavailable service is shown, and the page recovers by itself', async ({
  page,
  person,
  request,
}) => {
  await signInByMail(page, request, person.email);
  await page.goto('/account/sign-in-methods');
  await expect(page.getByRole('button', { name: 'Connect Demo One' })).toBeVisible();
  // The section about two-step verification is loaded late, and would show a second failure.
  await page.waitForLoadState('networkidle');
  // A proxy's answer while the server behind it restarts.
  const away = '/trpc/**';
  await page.route(away, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await page.getByRole('button', { name: 'Connect Demo One' }).click();
  await expect(page.getByRole('alert')).toContainText('Code: UNAVAILABLE');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('You are not signed out.');

  const reported = page.waitForRequest((sent) => sent.url().endsWith('/auth/_log'));
  await page.unroute(away);
  await expect(page.getByRole('button', { name: 'Connect Demo One' })).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  const report = await reported;
  expect(report.postDataJSON()).toEqual({
    code: 'UNAVAILABLE',
    message: 'a procedure was answered with something else than JSON, status 200',
    path: '/account/sign-in-methods',
  });
  expect((await report.response())?.status()).toBe(204);
});
