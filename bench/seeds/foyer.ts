import { createHash } from 'node:crypto';
import { ObjectId, type Db } from 'mongodb';
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
import { nameFields } from '../../src/server/database/search-key.ts';
import { insertAll, requireIndex } from './insert.ts';
import { PROVIDER } from './peers.ts';
import { USER_AGENT, type Users, type User } from './people.ts';

const PEOPLE_PER_TOKEN = 5;

export type SeededAccessToken = readonly [token: string, person: number];

/** Fills a database with Foyer's documents and indexes. `password`: that of all users. */
export async function seedFoyer(db: Db, people: Users, password?: string): Promise<SeededAccessToken[]> {
  const { users, sessions, accessTokens, ...others } = collectionsOf(db);
  const secrets = Array.from({ length: Math.ceil(people.count / PEOPLE_PER_TOKEN) }, (_, index) => ({
    _id: new ObjectId(),
    token: createAccessTokenSecret(),
    owner: people.person(index * PEOPLE_PER_TOKEN),
  }));
  const stored =
    password === undefined
      ? null
      : { hash: await createPasswordHashing().hash(password), changedAt: people.now };

  await insertAll(users, people.count, (number): UserDocument => {
    const person = people.person(number);
    const { id, name, email, createdAt } = person;
    const held = secrets[number / PEOPLE_PER_TOKEN];
    return {
      _id: id,
      ...nameFields(name),
      email,
      emailVerified: createdAt,
      image: { id: pictureIdOf(person), from: null },
      locale: 'en',
      accounts: ['google', PROVIDER].map((provider) => linkedAccount(provider, person, people.now)),
      ...(stored === null ? {} : { password: stored }),
      sessions: people.sessionsOf(person).map((session) => ({ id: session.id })),
      ...(held ? { accessTokens: [{ id: held._id, expires: people.expires, addedBy: held._id }] } : {}),
      createdAt,
      updatedAt: createdAt,
    };
  });
  await insertAll(sessions, people.sessions, (number): SessionDocument => {
    const { id, token, person, createdAt, lastSeenAt, ip } = people.session(number);
    return {
      _id: id,
      sessionToken: hashToken(token),
      userId: person.id,
      expires: people.expires,
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
      expires: people.expires,
      lastUsed: { at: people.session(number).lastSeenAt, ip: '198.51.100.7', userAgent: 'curl/8.16.0' },
    };
  });
  await ensureIndexes({ users, sessions, accessTokens, ...others });
  await requireIndex(users, { email: 'x' });
  await requireIndex(sessions, { sessionToken: 'x' });
  await requireIndex(accessTokens, { tokenHash: 'x' });
  return secrets.map(({ token, owner }) => [token, owner.number]);
}

function proofsOf(at: Date): StoredProof[] {
  return [makeProof({ kind: 'password' }, at)];
}

const pictureIdOf = ({ id }: User) => createHash('md5').update(id.id).digest('base64url');

function linkedAccount(provider: string, { number, createdAt }: User, now: Date): LinkedAccount {
  const providerAccountId = String(10_000_000 + number);
  const key = `${provider}:${providerAccountId}`;
  return {
    key,
    provider,
    providerAccountId,
    type: 'oidc',
    issuer: null,
    linkedAt: createdAt,
    lastUsedAt: now,
  };
}
