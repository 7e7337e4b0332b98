import type { Locator, Page } from '@playwright/test';
import { assetPath } from './support/client-manifest.ts';
import { expect, test } from './support/fixtures.ts';
import { expectSignedIn, lookAt, requestMail } from './support/flows.ts';
import { hold, openWithHeldApplication, untilInteractive } from './support/held-scripts.ts';
import { untilDrawn } from './support/inspect.ts';
import { newestSignInMail } from './support/mailbox.ts';

/** Marks `<html>` when the button is enabled, even for a moment. A second mark detects a page load. */
async function markWhenIdle(button: Locator): Promise<void> {
  await button.evaluate((element) => {
    document.documentElement.dataset['kept'] = '';
    const mark = () => {
      if (element.ariaBusy !== 'true') document.documentElement.dataset['idle'] = 'true';
    };
    new MutationObserver(mark).observe(element, { attributes: true });
    mark();
  });
}

async function expectNeverIdle(page: Page): Promise<void> {
  await expect(page.locator('html'), 'the same document').toHaveAttribute('data-kept');
  await expect(page.locator('html')).not.toHaveAttribute('data-idle');
}

async function reloadWithHeldApplication(page: Page): Promise<() => void> {
  const { pathname, search } = new URL(page.url());
  const letGo = await openWithHeldApplication(page, pathname + search);
  await untilInteractive(page);
  return letGo;
}

const codeField = (page: Page) => page.getByLabel('Code from the mail');
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

test('after an accepted code the form stays busy and locked until the account page is there', async ({
  page,
  person,
}) => {
  await requestMail(page, person.email);
  const { code } = await newestSignInMail(page.request, person.email);
  const letGo = await reloadWithHeldApplication(page);
  await codeField(page).fill(code);
  await expect(codeField(page)).not.toBeEditable();
  await expect(signInButton(page)).toHaveAttribute('aria-busy', 'true');
  await expect(codeField(page), 'the focus does not fall').toBeFocused();
  await markWhenIdle(signInButton(page));
  letGo();
  await expectSignedIn(page);
  await expectNeverIdle(page);
});

test('an accepted code keeps the form busy when the page has found the session before the answer @all', async ({
  page,
  person,
}) => {
  await requestMail(page, person.email);
  const { code } = await newestSignInMail(page.request, person.email);
  // The words of the account pages come later than its other files.
  const letWordsGo = await hold(page, await assetPath('../locales/en/pages/application-pages.ts'));
  const letGo = await reloadWithHeldApplication(page);
  await page.route(/session\.signInWithCode/, async (route) => {
    const response = await route.fetch();
    const looked = page.waitForResponse(/session\.get/);
    await lookAt(page);
    await looked;
    letGo();
    await expect(page).toHaveURL('/account');
    await route.fulfill({ response });
  });
  const answered = page.waitForResponse(/session\.signInWithCode/);
  await codeField(page).fill(code);
  await markWhenIdle(signInButton(page));
  await (await answered).finished();
  await untilDrawn(page);
  letWordsGo();
  await expectSignedIn(page);
  await expectNeverIdle(page);
});
