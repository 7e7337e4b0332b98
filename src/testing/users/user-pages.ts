import { expect } from 'vitest';
import type { z } from 'zod';
import { listUsersInput, type UsersPage } from '../../shared/schemas/users.ts';
import { listUsers } from '../../server/domain/administration/user-list.ts';
import type { Authority } from '../../server/domain/rules/authority.ts';
import type { TestApp } from '../app/test-app.ts';

export type ListInput = NonNullable<z.input<typeof listUsersInput>>;

/** One page of `users.list`. */
export function readUsers(
  { deps }: Pick<TestApp, 'deps'>,
  input: ListInput = {},
  authority: Authority = { kind: 'server' },
): Promise<UsersPage> {
  return listUsers(deps, authority, listUsersInput.parse(input));
}

/** The names in the first page of 100. */
export async function namesInList(app: TestApp, input: ListInput): Promise<(string | null)[]> {
  const { people } = await readUsers(app, { limit: 100, ...input });
  return people.map(({ name }) => name);
}

/** The ids on all pages, each with `limit` people at most. `between` runs after each page. */
export async function allPages(
  app: TestApp,
  input: ListInput,
  between?: (page: number) => Promise<unknown>,
): Promise<string[]> {
  const people: string[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; cursor !== null; page++) {
    const answer = await readUsers(app, { ...input, ...(cursor === undefined ? {} : { cursor }) });
    expect(answer.people.length).toBeLessThanOrEqual(input.limit ?? 25);
    people.push(...answer.people.map(({ id }) => id));
    cursor = answer.nextCursor;
    await between?.(page);
  }
  return people;
}
