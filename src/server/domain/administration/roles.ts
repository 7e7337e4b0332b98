import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { Authority } from '../rules/authority.ts';
import type { z } from 'zod';
import type { Person, setRolesInput } from '../../../shared/schemas/users.ts';

/** Sets the roles of a person. */
export function setRoles(
  _deps: Dependencies,
  _by: Authority,
  _input: z.infer<typeof setRolesInput>,
  _client: RequestClient,
): Promise<Person> {
  throw new Error('to be built');
}
