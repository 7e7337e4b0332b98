import type { TestApp } from '../app/test-app.ts';

/** The number of all documents and mails. A refused request does not change it. */
export async function countWritten(app: TestApp): Promise<{ documents: number; mails: number }> {
  const counts = await Promise.all(
    // Active people are counted in each new hour, also by a refused call.
    (await app.db.collections())
      .filter(({ collectionName }) => collectionName !== app.deps.collections.dailyCounts.collectionName)
      .map((collection) => collection.countDocuments()),
  );
  return { documents: counts.reduce((sum, count) => sum + count, 0), mails: app.mailbox.messages.length };
}

/** The code of a refused call, or of the first one of a batch. */
export function refusalOf(text: string): string {
  type Refusal = { error: { data: { appCode: string } } };
  const answer = JSON.parse(text) as Refusal | Refusal[];
  return (Array.isArray(answer) ? answer[0] : answer)?.error.data.appCode ?? '';
}
