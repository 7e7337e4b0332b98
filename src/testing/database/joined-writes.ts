import type { TestApp } from '../app/test-app.ts';

/** The wire version of MongoDB 8.0, the first with the command `bulkWrite`. */
const FIRST_WITH_BULK_WRITE = 25;

/** Whether the tests' server writes to several collections with one command. */
export async function canJoinWrites({ db }: Pick<TestApp, 'db'>): Promise<boolean> {
  const { maxWireVersion } = (await db.admin().command({ hello: 1 })) as { maxWireVersion: number };
  return maxWireVersion >= FIRST_WITH_BULK_WRITE;
}
