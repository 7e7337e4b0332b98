import type { FoyerClient } from '../../client.ts';

/** Prints all users, one JSON object a line, as `foyer users import` reads them. */
export async function exportUsers(client: FoyerClient, print: (text: string) => void): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<FoyerClient['users']['export']['mutate']>> =
      await client.users.export.mutate(cursor === null ? {} : { cursor });
    if (page.people.length > 0) print(page.people.map((each) => `${JSON.stringify(each)}\n`).join(''));
    cursor = page.nextCursor;
  } while (cursor !== null);
}
