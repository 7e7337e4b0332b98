import { MongoBulkWriteError } from 'mongodb';
import type {
  ImportUsersInput,
  ImportUsersOutput,
  ImportRefusal,
} from '../../../../shared/schemas/users-import.ts';
import { isDuplicateKey } from '../../../database/errors.ts';
import type { UserDocument } from '../../../database/user-documents.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { RequestContext } from '../../rules/request-context.ts';
import { writeOutboxes } from '../../activity/security-events.ts';
import { countOnDay } from '../../activity/daily-counts.ts';
import { requireAuthority } from '../../authority/require-authority.ts';
import type { Authority } from '../../rules/authority.ts';
import { RefusedUser, toImportedUser } from './imported-user.ts';
import { findImported, findRepeated, findTaken } from './taken-values.ts';

/**
 * Known external ids and deleted users stay as they are, so a batch can be sent again. A taken value is
 * refused.
 * Throws `SERVICE_KEY_INVALID`, `ADMINISTRATOR_REQUIRED`, `SessionRequired`.
 */
export async function importUsers(
  deps: Dependencies,
  authority: Authority,
  { people, dryRun }: ImportUsersInput,
  requestContext: RequestContext,
): Promise<ImportUsersOutput> {
  const refused = new Map<number, RefusedUser>();
  const indexOf = new Map<UserDocument, number>();
  const imported = await findImported(
    deps,
    people.map(({ externalId }) => externalId),
  );
  let existing = 0;
  for (const [index, person] of people.entries()) {
    if (imported.has(person.externalId)) {
      existing += 1;
      continue;
    }
    try {
      indexOf.set(await toImportedUser({ deps, authority, requestContext }, person), index);
    } catch (error) {
      if (!(error instanceof RefusedUser)) throw error;
      refused.set(index, error);
    }
  }
  for (const user of findRepeated([...indexOf.keys()])) {
    refused.set(indexOf.get(user) ?? -1, new RefusedUser('repeated'));
    indexOf.delete(user);
  }
  const users = [...indexOf.keys()];
  const taken = new Map(await findTaken(deps, users));
  if (!dryRun) {
    for (const [user, refusal] of await insertUsers(
      deps,
      authority,
      users.filter((each) => !taken.has(each)),
    ))
      taken.set(user, refusal);
  }
  // A parallel import of the same users may have inserted them, so their own values are taken.
  const importedMeanwhile = await findImported(
    deps,
    [...taken.keys()].map(({ externalId = '' }) => externalId),
  );
  for (const [user, refusal] of taken) {
    if (importedMeanwhile.has(user.externalId ?? '')) existing += 1;
    else refused.set(indexOf.get(user) ?? -1, new RefusedUser(refusal));
    indexOf.delete(user);
  }
  if (!dryRun) await writeOutboxesOf(deps, [...indexOf.keys()]);
  const count = dryRun ? 0 : indexOf.size;
  if (count > 0) await countOnDay(deps, { kind: 'sign-up', method: 'import', at: deps.now(), by: '', count });
  return {
    created: indexOf.size,
    existing,
    refused: [...refused]
      .sort(([one], [other]) => one - other)
      .map(([index, { reason, message }]) => ({
        index,
        externalId: people[index]?.externalId ?? '',
        reason,
        message,
      })),
  };
}

/** Answers the users whom a unique index refused because a value was taken since the check. */
async function insertUsers(
  deps: Dependencies,
  authority: Authority,
  users: readonly UserDocument[],
): Promise<ReadonlyMap<UserDocument, ImportRefusal>> {
  if (users.length === 0) return new Map();
  await requireAuthority(deps, authority);
  try {
    await deps.collections.users.insertMany([...users], { ordered: false });
    return new Map();
  } catch (error) {
    if (!isDuplicateKey(error) || !(error instanceof MongoBulkWriteError)) throw error;
    const failed = [error.writeErrors].flat().flatMap(({ index }) => users[index] ?? []);
    const taken = await findTaken(deps, failed);
    return new Map(failed.map((user) => [user, taken.get(user) ?? 'taken']));
  }
}

/** An imported user begins with one security event. After a crash the job runner writes it. */
function writeOutboxesOf(deps: Dependencies, users: readonly UserDocument[]): Promise<void> {
  const ends = users.flatMap(({ _id: userId, outbox = [] }) =>
    outbox.map((securityEvent) => ({ userId, securityEvent })),
  );
  return writeOutboxes(deps, ends, users);
}
