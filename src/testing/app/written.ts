import type { TestApp } from './test-app.ts';

/** Everything that the app has written so far: documents of all collections, and mails. A refusal leaves it as it was. */
export async function countWritten(app: TestApp): Promise<{ documents: number; mails: number }> {
  const counts = await Promise.all(
    (await app.db.collections()).map((collection) => collection.countDocuments()),
  );
  return { documents: counts.reduce((sum, count) => sum + count, 0), mails: app.mailbox.messages.length };
}

/** The code of a refusal, of one procedure or the first of a batch. */
export function refusalOf(text: string): string {
  type Refusal = { error: { data: { appCode: string } } };
  const answer = JSON.parse(text) as Refusal | Refusal[];
  return (Array.isArray(answer) ? answer[0] : answer)?.error.data.appCode ?? '';
}
