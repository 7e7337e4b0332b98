import type { User } from '../../../shared/schemas/users.ts';
import { csvOf } from '../csv.ts';

export function peopleCsv(people: readonly User[]): string {
  const fields = [...new Set(people.flatMap(({ data }) => Object.keys(data)))].toSorted();
  const head = ['id', 'name', 'email', 'state', 'roles', 'createdAt', 'lastSignInAt', ...fields];
  const rows = people.map((user) => [
    user.id,
    user.name,
    user.email,
    user.state,
    user.roles.join(' '),
    user.createdAt,
    user.lastSignInAt,
    ...fields.map((name) => user.data[name]),
  ]);
  return csvOf([head, ...rows]);
}
