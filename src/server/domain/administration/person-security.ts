import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { Authority } from '../rules/authority.ts';
import type { z } from 'zod';
import type { Person, reasonedInput } from '../../../shared/schemas/users.ts';

/** Ends all sessions. */
export function endPersonSessions(
  _deps: Dependencies,
  _by: Authority,
  _input: z.infer<typeof reasonedInput>,
  _client: RequestClient,
): Promise<Person> {
  throw new Error('to be built');
}

/** Requests a removal. */
export function removePersonSecondFactor(
  _deps: Dependencies,
  _by: Authority,
  _input: z.infer<typeof reasonedInput>,
  _client: RequestClient,
): Promise<{ runsAt: string }> {
  throw new Error('to be built');
}
