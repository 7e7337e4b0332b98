import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { Authority } from '../rules/authority.ts';
import type { z } from 'zod';
import type { Person, suspendInput } from '../../../shared/schemas/users.ts';

/** Suspends a person. */
export function suspendPerson(
  _deps: Dependencies,
  _by: Authority,
  _input: z.infer<typeof suspendInput>,
  _client: RequestClient,
): Promise<Person> {
  throw new Error('to be built');
}

/** Ends a suspension. */
export function resumePerson(
  _deps: Dependencies,
  _by: Authority,
  _id: string,
  _client: RequestClient,
): Promise<Person> {
  throw new Error('to be built');
}
