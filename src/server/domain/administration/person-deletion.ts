import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { Authority } from '../rules/authority.ts';
import type { z } from 'zod';
import type { reasonedInput } from '../../../shared/schemas/users.ts';

/** Deletes a person. */
export function deletePerson(
  _deps: Dependencies,
  _by: Authority,
  _input: z.infer<typeof reasonedInput>,
  _client: RequestClient,
): Promise<{ id: string }> {
  throw new Error('to be built');
}
