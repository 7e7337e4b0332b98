import { Webhook } from 'standardwebhooks';
import { startWebhookReceiver } from '../src/testing/webhooks/receiver.ts';
import { apiClient } from './support/access-token.ts';
import { signInAsAdministrator } from './support/administrators.ts';
import { expect, makeUser, test } from './support/fixtures.ts';
import { arriveSignedIn } from './support/flows.ts';
import { inspect } from './support/inspect.ts';
import { userOfAccount } from './support/policy-flows.ts';

test('an endpoint is added and tested, fails, and gets its event again @all', async ({
  page,
  person,
  openPage,
  collections,
}) => {
  test.slow();
  await using receiver = await startWebhookReceiver();
  const { received } = receiver;
  const answerWith = (status: number, body: string) =>
    receiver.answerWith((response) => response.writeHead(status, { 'x-application': 'receiver' }).end(body));
  const other = makeUser();
  await arriveSignedIn(await openPage(), 'Demo One', other.login);
  const otherId = (await userOfAccount(collections, 'demo-one', other.login))?.toHexString() ?? '';
  const about = (subject: string) => received.filter(({ body }) => body.includes(subject));
  await signInAsAdministrator(page, collections, person.login);
  const focused = page.locator(':focus');
  const region = (name: string) => page.getByRole('region', { name, exact: true });

  await page.goto('/admin');
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(page.getByLabel('Address')).toBeFocused();
  await page.getByLabel('Address').fill(`http://127.0.0.1:${receiver.port}/webhooks`);
  const name = `Hooks of ${person.login}`;
  await page.getByLabel('Description (optional)').fill(name);
  await page.getByRole('radio', { name: 'Only the types that you choose' }).check();
  await page.getByRole('checkbox', { name: /user\.suspended/ }).check();
  await inspect(page, 'console-new-webhook');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const secret =
    (await page
      .getByText(/^whsec_/)
      .first()
      .textContent()) ?? '';
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  await page.getByRole('link', { name }).click();

  await page.getByRole('button', { name: 'Send a test event' }).click();
  await expect(focused).toHaveText('The endpoint answered 204.');
  const [first] = received;
  expect(
    new Webhook(secret).verify(first?.body ?? '', first?.headers as Record<string, string>),
  ).toMatchObject({ type: 'webhook.test' });

  answerWith(500, 'Out of order');
  await apiClient(page.request).users.suspend.mutate({ id: otherId, reason: 'Spam', until: null });
  await expect.poll(() => about(otherId).length).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 }).getByText('Failing')).toBeVisible();
  const delivery = region('Deliveries').getByRole('row').filter({ hasText: 'A person was suspended' });
  await expect(delivery.getByText('Waiting')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await expect(focused).toContainText('Answer 500');
  await expect(page.getByText('Out of order')).toBeVisible();
  await inspect(page, 'console-webhook');

  answerWith(200, 'Thank you');
  await delivery.getByRole('link').click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('heading', { level: 1 }).getByText('Delivered')).toBeVisible();
  await page.getByText('Request and answer').first().click();
  // A later attempt has the same answer.
  await expect(page.getByText('Thank you').first()).toBeVisible();
  expect(about(otherId).length).toBeGreaterThan(1);
  await inspect(page, 'console-delivery');
  await page.goto('/admin/webhooks');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await inspect(page, 'console-webhooks');
});
