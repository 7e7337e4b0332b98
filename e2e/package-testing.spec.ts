import { signIn } from '../package/src/testing.ts';
import { expect, test } from './support/fixtures.ts';
import { serverUnderTest } from './support/server-under-test.ts';

let url: string;
test.beforeAll(() => {
  ({ origin: url } = serverUnderTest());
});

// docs/guides/testing.md shows the next test.
const email = `guide-${Date.now()}@example.com`;

test('a new person sees their account', async ({ page }) => {
  await signIn(page, { url, email });
  await page.goto(`${url}/account`);
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
});
