import { expect } from 'vitest';
import { importUsersInput } from '../../../../shared/schemas/users-import.ts';
import { testWith } from '../../../../testing/app/fixture.ts';
import { uniqueEmail, uniqueName } from '../../../../testing/run/unique-name.ts';
import { deleteOtherUser } from '../user-deletion.ts';
import { importUsers } from './import-users.ts';

const it = testWith();
const CLIENT = { ip: null, userAgent: null, locale: 'en', proofOfWork: null } as const;
const SERVER = { kind: 'server' } as const;

it('does not bring a deleted person back, and keeps only a hash of the external id', async ({ app }) => {
  const { users, deletedExternalIds } = app.deps.collections;
  const externalId = uniqueName();
  const person = { externalId, email: uniqueEmail(), emailVerified: true };
  const other = { externalId: uniqueName() };
  const run = (people: object[], dryRun = false) =>
    importUsers(app.deps, SERVER, importUsersInput.parse({ people, dryRun }), CLIENT);
  expect(await run([person])).toMatchObject({ created: 1 });
  const user = await users.findOne({ externalId });
  if (!user) throw new Error('the person was not imported');
  await deleteOtherUser(app.deps, SERVER, { id: user._id.toHexString(), reason: 'Asked for it' }, CLIENT);

  expect(await run([person, other], true)).toEqual({ created: 1, existing: 1, refused: [] });
  expect(await run([person, other])).toEqual({ created: 1, existing: 1, refused: [] });
  expect(await users.findOne({ email: person.email })).toBeNull();
  const kept = await deletedExternalIds.find().toArray();
  expect(kept).toHaveLength(1);
  expect(JSON.stringify(kept)).not.toContain(externalId);
});
