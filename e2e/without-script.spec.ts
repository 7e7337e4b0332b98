import { expect, test } from './support/fixtures.ts';
import { SCRIPTS } from './support/held-scripts.ts';
import { inspect } from './support/inspect.ts';
import { PASSWORD, signUpWithoutPages } from './support/password-flows.ts';
import { newestCode } from './support/policy-flows.ts';

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a newcomer signs up from page to page, with the errors of each form', async ({
    page,
    request,
    person,
  }) => {
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(/\/sign-up/);
    const create = page.getByRole('button', { name: 'Create account' });
    const fill = async (password: string) => {
      await page.locator('input[name=name]').fill('Ada Lovelace');
      await page.locator('input[name=email]').fill(person.email);
      await page.locator('input[name=password]').fill(password);
      await create.click();
    };
    // The browser itself asks for an empty field.
    await create.click();
    await expect(page.locator('input[name=email]:invalid')).toBeVisible();
    await fill('password');
    await expect(page.locator('input[name=password][aria-invalid=true]')).toBeVisible();
    await expect(page.locator('input[name=name]')).toHaveValue('Ada Lovelace');
    await expect(page.locator('input[name=email]')).toHaveValue(person.email);
    await fill(PASSWORD);
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const code = await newestCode(request, person.email, 1);
    const enter = async (value: string) => {
      await page.locator('input[name=code]').fill(value);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await enter(code === '000000' ? '111111' : '000000');
    await expect(page.locator('input[name=code][aria-invalid=true]')).toBeVisible();
    await enter(code);
    await expect(page).toHaveURL('/account');
  });

  test('a password signs in, after a wrong one', async ({ page, request, person, openBrowser }) => {
    await signUpWithoutPages(await (await openBrowser()).newPage(), request, person.email);
    await page.goto('/sign-in?callbackUrl=/account/devices');
    const signIn = async (password: string) => {
      await page.locator('input[name=email]').fill(person.email);
      await page.locator('input[name=password]').fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await signIn('certainly not this one');
    await expect(page.locator('input[name=password][aria-invalid=true]')).toBeVisible();
    await expect(page.locator('input[name=email]')).toHaveValue(person.email);
    await signIn(PASSWORD);
    await expect(page).toHaveURL('/account/devices');
  });
});

for (const locale of ['en', 'de'])
  test(`the pages pass the layout and accessibility checks before any script, in ${locale}${locale === 'en' ? '' : ' @all'}`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), locale });
    const page = await context.newPage();
    // The checks are scripts themselves, so only the page's own are kept away.
    await page.route(SCRIPTS, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    for (const [name, address] of [
      ['sign-in', '/sign-in?error=OAuthCallback'],
      ['sign-up', '/sign-up'],
      ['forgot-password', '/forgot-password'],
      ['check-email', '/check-email?email=ada@example.test'],
    ] as const) {
      await page.goto(address);
      await inspect(page, `without-script-${name}-${locale}`);
    }
    await context.close();
  });
