import type { APIRequestContext, Page } from '@playwright/test';
import { ObjectId } from 'mongodb';
import { DAY_MS } from '../src/shared/limits.ts';
import { createToken, hashToken } from '../src/server/crypto/secrets.ts';
import type { Collections } from '../src/server/database/collections.ts';
import { expect, test } from './fixtures.ts';
import { inspect } from './inspect.ts';
import { messagesTo } from './mailbox.ts';
import { ownerOf, arriveSignedInByMail } from './policy-flows.ts';

/** Stores a removal as the operator's command does. Returns the path of the link that stops it. */
async function storeRemoval(collections: Collections, userId: ObjectId): Promise<string> {
  const token = createToken();
  const requestedAt = new Date();
  await collections.users.updateOne(
    { _id: userId },
    {
      $set: {
        recoveryCodes: { hashes: ['the hash of a code'], createdAt: requestedAt },
        secondFactorRemoval: {
          id: new ObjectId(),
          reason: 'Lost phone',
          requestedAt,
          runsAt: new Date(requestedAt.getTime() + DAY_MS),
          stopTokenHash: hashToken(token),
        },
      },
    },
  );
  return `/stop-second-factor-removal?token=${token}`;
}

async function expectStopped(page: Page, collections: Collections, userId: ObjectId): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Two-step verification stays on' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose a new password' })).toBeVisible();
  const user = await collections.users.findOne({ _id: userId });
  expect(user?.secondFactorRemoval).toBeUndefined();
  expect(user?.recoveryCodes?.hashes).toHaveLength(1);
}

async function expectMail(request: APIRequestContext, address: string): Promise<void> {
  const subjects = async () => (await messagesTo(request, address)).map(({ subject }) => subject);
  await expect
    .poll(subjects, { timeout: 20_000 })
    .toContainEqual(expect.stringMatching(/^Two-step verification stays on at /));
}

test('the link of the mail stops a removal of the second factors in any browser', async ({
  page,
  request,
  person,
  collections,
  openBrowser,
}) => {
  test.slow();
  await arriveSignedInByMail(page, request, person.email);
  const userId = await ownerOf(collections, person.email);
  const path = await storeRemoval(collections, userId);

  const elsewhere = await (await openBrowser()).newPage();
  await elsewhere.goto(path);
  await expect(elsewhere.getByRole('heading', { name: 'Keep two-step verification on?' })).toBeVisible();
  // The page removes the token from the address.
  await expect(elsewhere).toHaveURL('/stop-second-factor-removal');
  await inspect(elsewhere, 'stop-removal');
  expect((await collections.users.findOne({ _id: userId }))?.secondFactorRemoval).toBeDefined();
  await elsewhere.getByRole('button', { name: 'Stop the removal' }).click();
  await expectStopped(elsewhere, collections, userId);
  await inspect(elsewhere, 'stop-removal-done');
  await expectMail(request, person.email);

  await page.goto(path);
  await page.getByRole('button', { name: 'Stop the removal' }).click();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await inspect(page, 'stop-removal-dead');
});
