import { ObjectId, type Collection, type Document, type WithId } from 'mongodb';
import { NAME_MAX_LENGTH } from '../../../../shared/limits.ts';
import { DEFAULT_LOCALE, isLocale } from '../../../../shared/locale.ts';
import { toOneLine } from '../../../../shared/one-line.ts';
import { emailAddress } from '../../../../shared/schemas/fields.ts';
import type { AccountDocument } from '../../../database/collections.ts';
import { isDuplicateKey } from '../../../database/errors.ts';
import { CONNECTIONS_NOT_ADOPTED, PEOPLE_NOT_ADOPTED } from '../../../database/not-adopted.ts';
import { emailFields, nameFields } from '../../../database/search-key.ts';
import type { UserDocument } from '../../../database/user-documents.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { providerType } from '../../../identity-providers/registry.ts';
import { makeSecurityEvent } from '../../activity/security-events.ts';
import { isGrave } from '../../rules/access.ts';
import { activeUser } from '../../rules/active-user.ts';
import { connectionEvent } from '../../rules/event-contents.ts';
import { verifiedAddressesOf } from '../../rules/verified-address.ts';
import { newLinkedAccount } from '../../users/users.ts';

type AdoptionDependencies = Pick<Dependencies, 'collections' | 'configuration' | 'identityProviders' | 'now'>;

interface RefusedRow {
  readonly collection: 'users' | 'accounts';
  readonly id: string;
  readonly reason: string;
}

export interface Adoption {
  readonly people: number;
  readonly connections: number;
  readonly refused: readonly RefusedRow[];
}

class RowRefusedError extends Error {
  override readonly name = 'RowRefusedError';
}

/**
 * Each write expects its row as it was read. A second run skips adopted rows. The operator vouches for all.
 */
export async function adoptUsers(
  deps: AdoptionDependencies,
  onProgress: (done: Pick<Adoption, 'people' | 'connections'>) => void = () => undefined,
): Promise<Adoption> {
  const done = { people: 0, connections: 0 };
  const refused: RefusedRow[] = [];
  const adoptAll = async (
    collection: RefusedRow['collection'],
    filter: Document,
    adopt: (row: WithId<Document>) => Promise<boolean>,
  ) => {
    const rows = (deps.collections[collection] as unknown as Collection).find(filter, { sort: { _id: 1 } });
    for await (const row of rows) {
      try {
        if (await adopt(row)) done[collection === 'users' ? 'people' : 'connections'] += 1;
        onProgress(done);
      } catch (error) {
        if (!(error instanceof RowRefusedError)) throw error;
        refused.push({ collection, id: String(row._id), reason: error.message });
      }
    }
  };
  await adoptAll('users', PEOPLE_NOT_ADOPTED, (row) => adoptUser(deps, row));
  await adoptAll('accounts', CONNECTIONS_NOT_ADOPTED, (row) => adoptConnection(deps, row));
  return { ...done, refused };
}

/** Another application may have added fields with these names and another meaning. */
const FIELDS_OF_FOYER: Readonly<
  Record<
    Exclude<
      keyof UserDocument,
      '_id' | 'name' | 'email' | 'emailVerified' | 'image' | 'createdAt' | 'updatedAt'
    >,
    true
  >
> = {
  nameKey: true,
  namePrefixes: true,
  emailPrefixes: true,
  externalId: true,
  vouchedAt: true,
  pendingEmail: true,
  emailUndos: true,
  locale: true,
  accounts: true,
  password: true,
  phone: true,
  passkeys: true,
  passkeyHandle: true,
  totp: true,
  recoveryCodes: true,
  trustedBrowsers: true,
  secondFactorRemoval: true,
  firstFactorReportedAt: true,
  roles: true,
  administratorCounted: true,
  data: true,
  suspension: true,
  lastSignInAt: true,
  lastActiveAt: true,
  usedClients: true,
  securityReview: true,
  sessions: true,
  sessionsValidFrom: true,
  otherSessionsEnded: true,
  accessTokens: true,
  outbox: true,
  eventSequence: true,
  deletedAt: true,
  deletion: true,
};

/** Answers `false` when the user was changed meanwhile. The next adoption finds them. */
async function adoptUser(
  { collections: { users }, now }: AdoptionDependencies,
  row: WithId<Document>,
): Promise<boolean> {
  const { _id, name = null, email = null, emailVerified = null, image = null, createdAt } = row;
  if (!(_id instanceof ObjectId)) throw new RowRefusedError('its _id is not an ObjectId');
  // The user may have signed in to Foyer before the adoption. Then the fields are Foyer's own.
  const isKnown = 'outbox' in row;
  const unknown = Object.keys(row).find((field) => !isKnown && Object.hasOwn(FIELDS_OF_FOYER, field));
  if (unknown !== undefined)
    throw new RowRefusedError(`it has a field ${unknown}, which means something else in Foyer`);
  if (emailVerified !== null && !(emailVerified instanceof Date))
    throw new RowRefusedError('its emailVerified is neither a date nor null');
  if (!isKnown && image !== null && typeof image !== 'string')
    throw new RowRefusedError('its image is not a text');
  const address = email === null ? null : emailAddress.safeParse(email);
  if (address?.success === false) throw new RowRefusedError('its email is not an email address');
  const time = now();
  const asRead = { _id, name, email, emailVerified, image, accounts: { $exists: 'accounts' in row } };
  try {
    const { matchedCount } = await users.updateOne(
      { $and: [asRead, PEOPLE_NOT_ADOPTED] },
      {
        $set: {
          ...nameFields(readName(name)),
          ...(address ? emailFields(address.data) : {}),
          emailVerified,
          vouchedAt: time,
          ...(isLocale(row['locale']) ? {} : { locale: DEFAULT_LOCALE }),
          ...('accounts' in row ? {} : { accounts: [] }),
          createdAt: createdAt instanceof Date ? createdAt : _id.getTimestamp(),
          updatedAt: time,
        },
        $unset: {
          ...(address ? {} : { email: '' as const }),
          // The address is on another host, which Foyer never shows. The next sign-in brings a picture.
          ...(isKnown && typeof image !== 'string' ? {} : { image: '' as const }),
        },
      },
    );
    return matchedCount === 1;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new RowRefusedError('another person has its email');
  }
}

function readName(name: unknown): string | null {
  if (name === null) return null;
  if (typeof name !== 'string') throw new RowRefusedError('its name is not a text');
  return toOneLine(name.slice(0, NAME_MAX_LENGTH)) || null;
}

/**
 * The user's list decides and is written first. After a crash the next adoption writes the row. A user of
 * Foyer hears of the new connection, and an account with a grave role gets none silently.
 */
async function adoptConnection(
  deps: AdoptionDependencies,
  { _id, userId, type, provider: id, providerAccountId }: WithId<Document>,
): Promise<boolean> {
  const { users, accounts } = deps.collections;
  if (type !== 'oauth' && type !== 'oidc') throw new RowRefusedError(`its type is ${String(type)}`);
  if (typeof id !== 'string' || typeof providerAccountId !== 'string' || providerAccountId === '')
    throw new RowRefusedError('its provider or providerAccountId is not a text');
  if (!(userId instanceof ObjectId)) throw new RowRefusedError('its userId is not an ObjectId');
  const provider = await deps.identityProviders.find(id);
  if (!provider) throw new RowRefusedError(`the provider ${id} is not configured`);
  const account = { provider: id, providerAccountId, type: providerType(provider) };
  const connection = {
    ...newLinkedAccount(deps, account),
    linkedAt: _id.getTimestamp(),
    lastUsedAt: null,
  };
  const { key } = connection;
  const user = await users.findOne({ $and: [activeUser(userId), { nameKey: { $exists: true } }] });
  if (!user) throw new RowRefusedError('its user is not there, or was not adopted');
  const isHeld = user.accounts.some((held) => held.key === key);
  if (!isHeld && user.roles?.some((role) => isGrave(deps.configuration, role)))
    throw new RowRefusedError('its user has a grave role, and connects it in Foyer');
  const securityEvent = makeSecurityEvent(deps, {
    kind: 'account-linked',
    requestContext: null,
    method: id,
    label: providerAccountId,
    mailTo: verifiedAddressesOf(user),
    events: [connectionEvent('method.added', connection)],
  });
  try {
    const { matchedCount } = await users.updateOne(
      { ...activeUser(userId), 'accounts.key': { $ne: key }, roles: user.roles ?? { $exists: false } },
      {
        $push: { accounts: connection, ...(user.lastSignInAt ? { outbox: securityEvent } : {}) },
        $set: { vouchedAt: deps.now() },
      },
    );
    if (matchedCount === 0 && !isHeld) return false;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new RowRefusedError('another person has this connection');
  }
  const details: Omit<AccountDocument, '_id' | 'userId' | 'provider' | 'providerAccountId'> = {
    type: connection.type,
    label: null,
    image: null,
    pictureId: null,
    // The next sign-in brings encrypted tokens. Those in the row are the old application's.
    tokens: null,
    grantEndedAt: null,
    refreshingUntil: null,
    updatedAt: deps.now(),
  };
  const { matchedCount } = await accounts.updateOne({ _id, ...CONNECTIONS_NOT_ADOPTED }, { $set: details });
  return matchedCount === 1;
}
