import type { Dependencies } from '../../dependencies.ts';
import type { Authority } from '../rules/authority.ts';
import type { ListPeopleInput, PeoplePage, Person } from '../../../shared/schemas/users.ts';

/** One page of people. */
export function listPeople(
  _deps: Dependencies,
  _by: Authority,
  _input: ListPeopleInput,
): Promise<PeoplePage> {
  throw new Error('to be built');
}

/** Throws `NOT_FOUND`. */
export function getPerson(_deps: Dependencies, _by: Authority, _id: string): Promise<Person> {
  throw new Error('to be built');
}

/** In the order of the ids. */
export function getManyPeople(
  _deps: Dependencies,
  _by: Authority,
  _ids: readonly string[],
): Promise<{ people: Person[] }> {
  throw new Error('to be built');
}
