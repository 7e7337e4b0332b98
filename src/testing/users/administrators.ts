import { expect } from 'vitest';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { DAY_MS } from '../../shared/limits.ts';
import type { CreatedServiceKey, CreateServiceKeyInput } from '../../shared/schemas/service-keys.ts';
import type { ServiceScope } from '../../shared/service-scopes.ts';
import { isSuspended } from '../../server/domain/rules/access.ts';
import { createServiceKey } from '../../server/domain/administration/service-keys.ts';
import { bearer } from './access-tokens.ts';
import type { TestApp } from '../app/test-app.ts';
import { uniqueEmail } from '../run/unique-name.ts';

/** Signs a new person up by mail in `agent` and gives them the role. */
export async function makeAdministrator(app: TestApp, email = uniqueEmail()) {
  const { users, administrators } = app.deps.collections;
  const agent = await app.signInByMail(email);
  const user = await users.findOneAndUpdate({ email }, { $set: { roles: [ADMINISTRATOR] } });
  if (!user) throw new Error('the administrator has no user');
  await administrators.updateOne(
    { _id: 'administrators' },
    { $addToSet: { members: user._id } },
    { upsert: true },
  );
  return { id: user._id.toHexString(), userId: user._id, email, agent, client: app.client(agent) };
}

/** The ids of the administrators who are counted. */
export async function membersOf({ deps }: TestApp): Promise<string[]> {
  const stored = await deps.collections.administrators.findOne({ _id: 'administrators' });
  return (stored?.members ?? []).map((id) => id.toHexString());
}

/** The ids of the people who can use the console now. */
export async function activeAdministrators({ deps }: TestApp): Promise<string[]> {
  const users = await deps.collections.users.find({ roles: ADMINISTRATOR }).toArray();
  const active = users.filter((user) => !user.deletedAt && !isSuspended(user, deps.now()));
  return active.map(({ _id }) => _id.toHexString());
}

export async function expectCountedAreActive(app: TestApp): Promise<void> {
  expect(await activeAdministrators(app)).toEqual(expect.arrayContaining(await membersOf(app)));
}

/**
 * Makes a service key, as the command on the server does. `authorization`: the header of a script with the
 * key (`callAsScript`).
 */
export async function makeServiceKey(
  app: TestApp,
  scopes: ServiceScope[],
  changes: Partial<CreateServiceKeyInput> = {},
): Promise<CreatedServiceKey & { readonly authorization: string }> {
  const created = await createServiceKey(
    app.deps,
    { kind: 'server' },
    {
      name: 'Back office',
      scopes,
      expires: new Date(app.deps.now().getTime() + 30 * DAY_MS).toISOString(),
      allowedAddresses: [],
      ...changes,
    },
    { ip: null },
  );
  return { ...created, authorization: bearer(created.key) };
}
