import { ObjectId } from 'mongodb';
import { storedLocale } from '../../../../shared/locale.ts';
import type {
  ExportedUser,
  ExportUsersInput,
  ExportUsersOutput,
} from '../../../../shared/schemas/users-import.ts';
import type { UserDocument } from '../../../database/user-documents.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { RequestContext } from '../../rules/request-context.ts';
import { isGrave } from '../../rules/access.ts';
import { makeAuditEntry, partyOf, type Authority } from '../../rules/authority.ts';
import { readableData } from '../../rules/own-fields.ts';
import { pageOf } from '../../rules/list-pages.ts';

/** By id, without secrets. Each page writes an audit row, because anybody can make a cursor. */
export async function exportUsers(
  deps: Dependencies,
  authority: Authority,
  { cursor, limit }: ExportUsersInput,
  requestContext: RequestContext,
): Promise<ExportUsersOutput> {
  const { users, audit } = deps.collections;
  const entry = makeAuditEntry(authority, requestContext, { action: 'users-exported' });
  await audit.insertOne({ _id: new ObjectId(), at: deps.now(), subject: null, ...entry });
  const found = await users
    .find(
      {
        ...(cursor === undefined ? {} : { _id: { $gt: new ObjectId(cursor) } }),
        deletedAt: { $exists: false },
      },
      {
        sort: { _id: 1 },
        limit: limit + 1,
        projection: {
          externalId: 1,
          email: 1,
          emailVerified: 1,
          name: 1,
          locale: 1,
          phone: 1,
          accounts: 1,
          roles: 1,
          data: 1,
          createdAt: 1,
        },
      },
    )
    .toArray();
  const { shown, nextCursor } = pageOf(found, limit, ({ _id }) => _id.toHexString());
  return { people: shown.map((user) => toExportedUser(deps, authority, user)), nextCursor };
}

function toExportedUser(deps: Dependencies, authority: Authority, user: UserDocument): ExportedUser {
  const { _id, externalId, email, emailVerified, name, phone, accounts, createdAt } = user;
  const roles = user.roles?.filter((role) => !isGrave(deps.configuration, role)) ?? [];
  const data = readableData(deps.configuration, user, partyOf(authority));
  return {
    externalId: externalId ?? _id.toHexString(),
    ...(email === undefined ? {} : { email }),
    emailVerified: email !== undefined && emailVerified !== null,
    ...(name === null ? {} : { name }),
    locale: storedLocale(user),
    ...(phone === undefined ? {} : { phone: phone.e164 }),
    ...(accounts.length === 0
      ? {}
      : { accounts: accounts.map(({ provider, providerAccountId }) => ({ provider, providerAccountId })) }),
    ...(roles.length === 0 ? {} : { roles }),
    ...(Object.keys(data).length === 0 ? {} : { data }),
    createdAt: createdAt.toISOString(),
  };
}
