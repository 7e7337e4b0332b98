import type { Dependencies, RequestClient } from '../../dependencies.ts';
import type { Authority } from '../rules/authority.ts';
import type { z } from 'zod';
import type {
  CreatePersonInput,
  Person,
  setDataInput,
  UpdatePersonInput,
} from '../../../shared/schemas/users.ts';

/** Creates a person. */
export function createPerson(
  _deps: Dependencies,
  _by: Authority,
  _input: CreatePersonInput,
  _client: RequestClient,
): Promise<Person> {
  throw new Error('to be built');
}

/** Changes a person. */
export function updatePerson(
  _deps: Dependencies,
  _by: Authority,
  _input: UpdatePersonInput,
  _client: RequestClient,
): Promise<Person> {
  throw new Error('to be built');
}

/** Changes own fields. */
export function setPersonData(
  _deps: Dependencies,
  _by: Authority,
  _input: z.infer<typeof setDataInput>,
  _client: RequestClient,
): Promise<Person> {
  throw new Error('to be built');
}
