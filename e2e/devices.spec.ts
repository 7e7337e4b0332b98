import { lookAt, arriveSignedIn, signInWithoutPages } from './support/flows.ts';
import { expect, test } from './support/fixtures.ts';

const ENDED = 'This session was ended from another device, or it has expired.';

test('a device is signed out from another one, and its open tab shows why and returns after sign-in', async ({
  page,
  person,
  openPage,
}) => {
  const theirs = await openPage();
  await signInWithoutPages(theirs, 'Demo One', person.login);
  await theirs.goto('/account/sign-in-methods');
  await arriveSignedIn(page, 'Demo One', person.login);

  await page.getByRole('link', { name: 'Devices' }).click();
  const devices = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  await expect(page.getByText('Chrome on Linux is signed out.')).toBeVisible();
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible();

  await lookAt(theirs);
  await expect(theirs).toHaveURL(/\/sign-in\?/);
  await expect(theirs.getByText(ENDED)).toBeVisible();
  await theirs.getByRole('button', { name: 'Continue with Demo One' }).click();
  await theirs.getByRole('button', { name: `Continue as ${person.login}` }).click();
  await expect(theirs).toHaveURL('/account/sign-in-methods');
});
