import type { Configuration } from '../configuration/configuration.ts';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import type { Collections } from './collections.ts';

interface OwnDataCheck {
  /** Stored values that the present declaration refuses, one sentence per field. */
  readonly faults: readonly string[];
  /** What is stored and no longer declared, one sentence per field or role. It does no harm. */
  readonly notes: readonly string[];
}

/** Checks all people's own fields and roles against `foyer.config.ts`. Reads only, one batch at a time. */
export async function checkOwnData(
  { users }: Collections,
  { ownFields, roles }: Pick<Configuration, 'ownFields' | 'roles'>,
): Promise<OwnDataCheck> {
  const refused = new Map<string, { count: number; firstId: string }>();
  const undeclared = new Map<string, number>();
  const stored = users.find({ data: { $exists: true } }, { projection: { data: 1 } });
  for await (const { _id, data = {} } of stored) {
    for (const [name, value] of Object.entries(data)) {
      const field = ownFields.find((each) => each.name === name);
      if (!field) undeclared.set(name, (undeclared.get(name) ?? 0) + 1);
      else if (!field.schema.safeParse(value).success) {
        const { count, firstId } = refused.get(name) ?? { count: 0, firstId: _id.toHexString() };
        refused.set(name, { count: count + 1, firstId });
      }
    }
  }
  const undeclaredRoles = (await users.distinct('roles')).filter(
    (role) => typeof role === 'string' && role !== ADMINISTRATOR && !roles.has(role),
  );
  return {
    faults: [...refused].map(
      ([name, { count, firstId }]) =>
        `users.data.${name}: foyer.config.ts refuses the stored value of ${people(count)}, such as the one with the id ${firstId}. Change the declaration, or the values with users.setData.`,
    ),
    notes: [
      ...[...undeclared].map(
        ([name, count]) =>
          `users.data.${name} of ${people(count)} is not declared in foyer.config.ts. It is kept, and nobody sees it.`,
      ),
      ...undeclaredRoles.map(
        (role) =>
          `The role ${String(role)} is not declared in foyer.config.ts. It is kept, and allows nothing.`,
      ),
    ],
  };
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}
