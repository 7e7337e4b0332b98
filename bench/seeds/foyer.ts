import { createHash } from 'node:crypto';
import { ObjectId, type Db } from 'mongodb';
import { withInserts } from '../../src/testing/users/sessions.ts';
import { createAccessTokenSecret } from '../../src/server/crypto/access-token-format.ts';
import {
  collectionsOf,
  type AccessTokenDocument,
  type SessionDocument,
} from '../../src/server/database/collections.ts';
import type { StoredProof } from '../../src/server/database/second-factor-documents.ts';
import type { LinkedAccount, UserDocument } from '../../src/server/database/user-documents.ts';
import { ensureIndexes } from '../../src/server/database/indexes.ts';
import { createPasswordHashing } from '../../src/server/domain/passwords/password-hashing.ts';
import { makeProof } from '../../src/server/domain/rules/proofs.ts';
import { hashToken } from '../../src/server/crypto/secrets.ts';
import { emailFields, nameFields } from '../../src/server/database/search-key.ts';
import { insertAll, requireIndex } from './insert.ts';
import { PROVIDER } from './peers.ts';
import { USER_AGENT, type Users, type User } from './users.ts';

/** One user in five has an access token for a script. */
const PEOPLE_PER_TOKEN = 5;

/** An access token and the number of its person. */
export type SeededAccessToken = readonly [token: string, person: number];

interface SeedOptions {
  /** All users have it. */
  readonly password?: string;
  /** Of the provider, for those who sign in by it. */
  readonly issuer?: string;
}

/** Fills a database with Foyer's documents and indexes. */
export async function seedFoyer(
  db: Db,
  seeded: Users,
  { password, issuer }: SeedOptions = {},
): Promise<SeededAccessToken[]> {
  const { users, sessions, accessTokens, ...others } = collectionsOf(db);
  const secrets = Array.from({ length: Math.ceil(seeded.count / PEOPLE_PER_TOKEN) }, (_, index) => ({
    _id: new ObjectId(),
    token: createAccessTokenSecret(),
    owner: seeded.user(index * PEOPLE_PER_TOKEN),
  }));
  const stored =
    password === undefined
      ? null
      : { hash: await createPasswordHashing().hash(password), changedAt: seeded.now };

  await insertAll(users, seeded.count, (number): UserDocument => {
    const person = seeded.user(number);
    const { id, name, email, createdAt } = person;
    const held = secrets[number / PEOPLE_PER_TOKEN];
    return {
      _id: id,
      ...nameFields(name),
      ...emailFields(email),
      emailVerified: createdAt,
      image: { id: pictureIdOf(person), from: null },
      locale: 'en',
      accounts: ['google', PROVIDER].map((provider) => linkedAccount(provider, person, seeded.now, issuer)),
      ...(stored === null ? {} : { password: stored }),
      sessions: seeded.sessionsOf(person).map((session) => ({ id: session.id })),
      ...(held ? { accessTokens: [{ id: held._id, expires: seeded.expires, addedBy: held._id }] } : {}),
      createdAt,
      updatedAt: createdAt,
    };
  });
  await insertAll(withInserts(sessions), seeded.sessions, (number): SessionDocument => {
    const { id, token, user, createdAt, lastSeenAt, ip } = seeded.session(number);
    return {
      _id: id,
      sessionToken: hashToken(token),
      userId: user.id,
      expires: seeded.expires,
      createdAt,
      lastSeenAt,
      authenticatedAt: createdAt,
      proofs: proofsOf(createdAt),
      ip,
      userAgent: USER_AGENT,
    };
  });
  await insertAll(accessTokens, secrets.length, (number): AccessTokenDocument => {
    const secret = secrets[number];
    if (!secret) throw new RangeError('more tokens than were made');
    const { _id, token, owner } = secret;
    return {
      _id,
      userId: owner.id,
      tokenHash: hashToken(token),
      lastFour: token.slice(-4),
      name: 'nightly report',
      scopes: ['profile:read'],
      createdAt: owner.createdAt,
      authenticatedAt: owner.createdAt,
      proofs: proofsOf(owner.createdAt),
      expires: seeded.expires,
      lastUsed: { at: seeded.session(number).lastSeenAt, ip: '198.51.100.7', userAgent: 'curl/8.16.0' },
    };
  });
  await ensureIndexes({ users, sessions, accessTokens, ...others });
  await requireIndex(users, { email: 'x' });
  await requireIndex(withInserts(sessions), { sessionToken: 'x' });
  await requireIndex(accessTokens, { tokenHash: 'x' });
  return secrets.map(({ token, owner }) => [token, owner.number]);
}

/** As a sign-in by password stores them. */
function proofsOf(at: Date): StoredProof[] {
  return [makeProof({ kind: 'password' }, at)];
}

/** 16 bytes, as of an uploaded picture. Nothing reads it here. */
const pictureIdOf = ({ id }: User) => createHash('md5').update(id.id).digest('base64url');

function linkedAccount(
  provider: string,
  { number, createdAt }: User,
  now: Date,
  issuer: string | null = null,
): LinkedAccount {
  const providerAccountId = String(10_000_000 + number);
  const key = `${provider}:${providerAccountId}`;
  return {
    key,
    provider,
    providerAccountId,
    type: 'oidc',
    issuer,
    linkedAt: createdAt,
    lastUsedAt: now,
  };
}
