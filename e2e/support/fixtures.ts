import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { MongoClient } from 'mongodb';
import { collectionsOf, type Collections } from '../../src/server/database/collections.ts';
import { uniqueName } from '../../src/testing/run/unique-name.ts';
import { guardContext } from './guard.ts';
import { serverUnderTest } from './server-under-test.ts';

export interface TestPerson {
  /** This person's login name at a demo provider. */
  readonly login: string;
  readonly email: string;
}

interface TestFixtures {
  /** A person of this test only, because the tests share one server and one database. */
  readonly person: TestPerson;
  /** Opens a page in another browser, with the same guard as the test's own. */
  readonly openPage: (options?: BrowserContextOptions) => Promise<Page>;
}

interface WorkerFixtures {
  readonly collections: Collections;
}

export function makeUser(): TestPerson {
  const login = uniqueName();
  return { login, email: `${login}@example.com` };
}

/** Removes the person's address, which is a sign-in method, too. Only the providers stay. */
export async function forgetAddress({ users }: Collections, { login }: TestPerson): Promise<void> {
  const { matchedCount } = await users.updateOne(
    { 'accounts.providerAccountId': login },
    { $unset: { email: '' }, $set: { emailVerified: null } },
  );
  expect(matchedCount).toBe(1);
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from the pattern
  baseURL: async ({}, provide) => provide(serverUnderTest().origin),

  context: async ({ context, collections }, provide) => {
    // All tests share one IP address, but its limits are for one user.
    await collections.rateLimits.deleteMany({});
    const faults = guardContext(context);
    await provide(context);
    expect(faults.messages, 'what the browser complained about').toEqual([]);
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from the pattern
  person: async ({}, provide) => provide(makeUser()),

  openPage: async ({ browser }, provide) => {
    const opened: { context: BrowserContext; messages: readonly string[] }[] = [];
    await provide(async (options) => {
      const context = await browser.newContext({ baseURL: serverUnderTest().origin, ...options });
      opened.push({ context, ...guardContext(context) });
      return context.newPage();
    });
    for (const { context } of opened) await context.close();
    expect(
      opened.flatMap(({ messages }) => messages),
      'what the browsers complained about',
    ).toEqual([]);
  },

  collections: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from the pattern
    async ({}, provide) => {
      const mongo = await MongoClient.connect(serverUnderTest().databaseUri);
      await provide(collectionsOf(mongo.db()));
      await mongo.close();
    },
    { scope: 'worker' },
  ],
});

export { expect };
