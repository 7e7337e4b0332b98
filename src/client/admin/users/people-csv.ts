import type { User } from '../../../shared/schemas/users.ts';

/** RFC 4180. A spreadsheet would run what begins like a formula, so such a text gets an apostrophe (OWASP). */
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
  return [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
