import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { signIn } from '../package/src/testing.ts';
import { expect, test } from './fixtures.ts';
import { serverUnderTest } from './server-under-test.ts';

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

test('signIn of foyer-auth/testing gives the page a session by the development outbox @all', async ({
  page,
}) => {
  const address = `sign-in-${Date.now()}@example.com`;
  // An address is stored in lower case.
  const session = await signIn(page, { url, email: address.toUpperCase() });
  expect(session.user.email).toBe(address);
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  // The second mail to the same address has another code.
  const { user } = await signIn(page, { url, email: address });
  expect(user.id).toBe(session.user.id);
});

test('signIn says what is missing where there is no outbox @all', async ({ page }) => {
  const server = createServer((_request, response) => response.writeHead(404).end('no')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const nextStep = 'signIn reads the mail in the outbox of a Foyer in development';
  try {
    await expect(signIn(page, { url: other, email: 'ada@example.com' })).rejects.toThrow(
      new RegExp(`^${other}/dev/outbox.json answered 404 and no messages. ${nextStep}`),
    );
  } finally {
    server.close();
  }
  await expect(signIn(page, { url: other, email: 'ada@example.com' })).rejects.toThrow(
    `${other}/dev/outbox.json does not answer. ${nextStep}`,
  );
});
