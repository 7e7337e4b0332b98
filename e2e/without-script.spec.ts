import { expect, test } from './fixtures.ts';
import { PASSWORD, signUp } from './password-flows.ts';
import { newestCode } from './policy-flows.ts';
import { SCRIPTS } from './held-scripts.ts';
import { inspect } from './inspect.ts';

const WORDS = {
  en: {
    link: 'Email me a link',
    signIn: 'Sign in',
    checkEmail: 'Check your email',
    createAccount: 'Create an account',
    create: 'Create account',
    forgot: 'Forgot your password?',
    forgotShort: 'Forgot?',
  },
  de: {
    link: 'Link per E-Mail senden',
    signIn: 'Anmelden',
    checkEmail: 'Sehen Sie in Ihre E-Mails',
    createAccount: 'Konto erstellen',
    create: 'Konto erstellen',
    forgot: 'Passwort vergessen?',
    forgotShort: 'Vergessen?',
  },
} as const;

for (const locale of ['en', 'de'] as const) {
  const words = WORDS[locale];
  test.describe(`without script, in ${locale}`, () => {
    test.use({ javaScriptEnabled: false, locale });

    test(`a newcomer signs up from page to page, with the errors of each form${locale === 'en' ? '' : ' @all'}`, async ({
      page,
      request,
      person,
    }) => {
      await page.goto('/sign-in');
      await page.getByRole('link', { name: words.createAccount }).click();
      await expect(page).toHaveURL(/\/sign-up/);
      const fill = async (password: string) => {
        await page.locator('input[name=name]').fill('Ada Lovelace');
        await page.locator('input[name=email]').fill(person.email);
        await page.locator('input[name=password]').fill(password);
        await page.getByRole('button', { name: words.create }).click();
      };
      await page.getByRole('button', { name: words.create }).click();
      await expect(page.locator('input[name=email]:invalid')).toBeVisible();
      await fill('password');
      await expect(page.locator('input[name=password][aria-invalid=true]')).toBeVisible();
      await expect(page.locator('input[name=name]')).toHaveValue('Ada Lovelace');
      await expect(page.locator('input[name=email]')).toHaveValue(person.email);
      await fill(PASSWORD);
      await expect(page.getByRole('heading', { name: words.checkEmail })).toBeVisible();
      const code = await newestCode(request, person.email, 1);
      const wrong = code === '000000' ? '111111' : '000000';
      const enter = async (value: string) => {
        await page.locator('input[name=code]').fill(value);
        await page.getByRole('button', { name: words.signIn, exact: true }).click();
      };
      await enter(wrong);
      await expect(page.locator('input[name=code][aria-invalid=true]')).toBeVisible();
      await enter(code);
      await expect(page).toHaveURL('/account');
    });

    test(`a password signs in, after a wrong one${locale === 'en' ? '' : ' @all'}`, async ({
      page,
      request,
      person,
      browser,
      baseURL,
    }) => {
      const scripted = await browser.newContext({
        ...(baseURL !== undefined && { baseURL }),
        javaScriptEnabled: true,
        locale: 'en',
      });
      await signUp(await scripted.newPage(), request, person.email);
      await scripted.close();
      await page.goto('/sign-in?callbackUrl=/account/devices');
      const signIn = async (password: string) => {
        await page.locator('input[name=email]').fill(person.email);
        await page.locator('input[name=password]').fill(password);
        await page.getByRole('button', { name: words.signIn, exact: true }).click();
      };
      await signIn('certainly not this one');
      await expect(page.locator('input[name=password][aria-invalid=true]')).toBeVisible();
      await expect(page.locator('input[name=email]')).toHaveValue(person.email);
      await signIn(PASSWORD);
      await expect(page).toHaveURL('/account/devices');
    });

    test('the Tab key reaches the parts of the sign-in page in their order @all', async ({ page }) => {
      await page.goto('/sign-in');
      const names: string[] = [];
      for (let presses = 0; presses < 7; presses++) {
        await page.keyboard.press('Tab');
        names.push(
          (await page.locator(':focus').getAttribute('name')) ?? (await page.locator(':focus').innerText()),
        );
      }
      const from = names.indexOf('email');
      expect(names.slice(from, from + 5)).toEqual(['email', 'password', words.forgotShort, 'way', 'way']);
    });
  });

  test(`the pages pass the layout and accessibility checks before any script, in ${locale}${locale === 'en' ? '' : ' @all'}`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), locale });
    const page = await context.newPage();
    // The test's checks are scripts, so only the page's scripts are blocked.
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
}
