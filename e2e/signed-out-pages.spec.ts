import { expect, test } from './fixtures.ts';
import { signUp } from './password-flows.ts';
import { expectErrorCode } from './flows.ts';

const ANOTHER_ACCOUNT = /(another|different) account/i;

for (const code of [
  'UNAVAILABLE',
  'INTERNAL',
  'Callback',
  'OAuthSignin',
  'OAuthCreateAccount',
  'EmailSignin',
]) {
  test(`the sign-in page does not advise another account after ${code}`, async ({ page }) => {
    await page.goto(`/sign-in?error=${code}`);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(ANOTHER_ACCOUNT);
    await expectErrorCode(page, code);
  });
}

test('the error page does not advise another account after a fault of the configuration', async ({
  page,
}) => {
  await page.goto('/error?error=Configuration');
  await expect(page.getByRole('heading', { name: 'Server error' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(ANOTHER_ACCOUNT);
  await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible();
});

test('the sign-in page promises no repetition and does not speak of signing out after UNAVAILABLE', async ({
  page,
}) => {
  await page.goto('/sign-in?error=UNAVAILABLE');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('The service cannot answer right now. Try again in a moment.');
  await expect(notice).not.toContainText(/automatically|signed out|below/);
});

test('an account page leads to the sign-in page without an error', async ({ page }) => {
  await page.goto('/account/devices');
  await expect(page).toHaveURL(/\/sign-in\?.*error=SessionRequired/);
  await expect(page.getByText('Please sign in to access this page.')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByText(/SessionRequired|Details/)).toBeHidden();
});

test('returns 404 for unknown paths, and redirects the address to change a password', async ({ page }) => {
  for (const path of ['/nothing', '/account/nothing', '/.well-known/nothing', '/sign-in/nothing']) {
    const answer = await page.goto(path);
    expect([path, answer?.status()]).toEqual([path, 404]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const answer = await page.request.get('/.well-known/change-password', { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['location']]).toEqual([303, '/account/sign-in-methods']);
});

test('the goodbye page claims no deletion to whoever opens it', async ({ page, person, request }) => {
  await page.goto('/goodbye');
  await expect(page).not.toHaveURL(/goodbye/);
  await expect(page.getByText(/deleted/i)).toBeHidden();
  await signUp(page, request, person.email);
  await page.goto('/goodbye');
  await expect(page).not.toHaveURL(/goodbye/);
  await expect(page.getByText(/account (is|was) deleted/i)).toBeHidden();
});
