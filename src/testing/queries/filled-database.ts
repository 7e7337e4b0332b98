import { ObjectId, type Binary, type Collection, type Db, type Document } from 'mongodb';
import { z } from 'zod';
import {
  ACCESS_TOKENS_PER_USER,
  DAY_MS,
  EVENT_PARTITIONS,
  HOUR_MS,
  MINUTE_MS,
  SESSIONS_PER_USER,
} from '../../shared/limits.ts';
import { SERVICE_KEYS_MAX } from '../../server/domain/administration/service-keys.ts';
import { UNKNOWN_CALLER_SUM_SHARDS } from '../../server/domain/limits/unknown-caller-sums.ts';
import { WEBHOOKS_MAX } from '../../server/domain/webhooks/endpoints.ts';
import { ADMINISTRATOR } from '../../shared/foyer-config.ts';
import { collectionsOf, type Collections } from '../../server/database/collections.ts';
import { ensureIndexes } from '../../server/database/indexes.ts';
import { nameFields } from '../../server/database/search-key.ts';
import { unknownCallerSumKey } from '../../server/domain/rules/counters.ts';
import { createTestDatabase } from '../database/database.ts';

/** The fields that an index or a query reads. Others would only make the documents longer. */
type Part<T> = T extends Date | ObjectId | Binary
  ? T
  : T extends readonly (infer Each)[]
    ? readonly Part<Each>[]
    : T extends object
      ? { readonly [Field in keyof T]?: Part<T[Field]> }
      : T;
type DocumentOf<Name extends keyof Collections> =
  Collections[Name] extends Collection<infer Stored> ? Part<Stored> : never;

/** Documents of a collection without a bound: enough that a query which reads a share of them shows. */
const MANY = 1000;
/** The person with the most rows, at the limits of the product. */
const BUSY_PERSON = 0;

const now = Date.now();
const ago = (ms: number) => new Date(now - ms);
const HOUR_AGO = ago(HOUR_MS);
/** Half of the documents have expired and wait for the TTL monitor. */
const expiry = (number: number) => ago((number % 2 === 0 ? -1 : 1) * (MINUTE_MS + number * 1000));
const hash = (kind: string, number: number) => `${kind}-${String(number).padStart(39, '0')}`;
const emailOf = (number: number) => `person-${number}@example.test`;
const phoneOf = (number: number) => `+4917${String(number).padStart(8, '0')}`;

const ids = new Map<string, ObjectId>();
function idOf(kind: string, number: number): ObjectId {
  const key = `${kind} ${number}`;
  const id = ids.get(key) ?? new ObjectId();
  ids.set(key, id);
  return id;
}

/** The owner of a row: the first `most` rows are those of the busy person. */
const ownerOf = (number: number, most: number) => idOf('user', number < most ? BUSY_PERSON : number % MANY);
const auditAt = (number: number): DocumentOf<'audit'> => ({
  _id: idOf('audit', number),
  at: ago(number * MINUTE_MS),
  actor:
    number % 2 === 0
      ? { kind: 'administrator', userId: idOf('user', BUSY_PERSON), sessionId: idOf('session', 0) }
      : { kind: 'service-key', keyId: idOf('key', 0) },
  action: number % 100 === 0 ? 'user-deleted' : 'user-updated',
  subject: { kind: 'user', id: ownerOf(number, MANY / 2) },
});

function userAt(number: number): DocumentOf<'users'> {
  const createdAt = ago(number * HOUR_MS);
  // A few are in a state that a crash left or that ends soon; many are in one that lasts.
  const isFew = number % 400 === 1;
  return {
    _id: idOf('user', number),
    ...nameFields(`${['Ada', 'Grace', 'Zoë'][number % 3] ?? ''} Person ${number}`),
    externalId: `former-${number}`,
    email: emailOf(number),
    emailVerified: number % 100 === 7 ? null : createdAt,
    emailUndos:
      number % 10 === 0
        ? [
            {
              email: `old-${number}@example.test`,
              tokenHash: hash('undo', number),
              changedAt: createdAt,
              expires: expiry(number),
            },
          ]
        : [],
    image: { id: hash('picture', number), from: null },
    locale: 'en',
    accounts: (number % 100 === 3 ? ['github', 'rare'] : ['github']).map((provider) => ({
      key: `${provider}:${number}`,
      provider,
      providerAccountId: String(number),
    })),
    phone: { e164: phoneOf(number), verifiedAt: createdAt },
    passkeys: [{ id: hash('passkey', number), counter: 0, rpId: 'localhost' }],
    totp: [
      {
        id: idOf('totp', number),
        secret: `v1.${number % 100 === 0 ? 'former' : 'present'}.${hash('secret', number)}`,
        lastStep: 0,
      },
    ],
    data: { plan: 'free' },
    roles: number % 400 === 0 ? [ADMINISTRATOR] : number % 2 === 0 ? ['editor'] : [],
    ...(number % 50 === 4
      ? { suspension: { at: createdAt, until: number % 400 === 4 ? HOUR_AGO : null } }
      : {}),
    ...(isFew
      ? {
          secondFactorRemoval: {
            id: idOf('removal', number),
            runsAt: HOUR_AGO,
            stopTokenHash: hash('stop', number),
          },
          outbox: [{ _id: idOf('event', number), at: HOUR_AGO }],
        }
      : {}),
    sessions: Array.from({ length: number === BUSY_PERSON ? SESSIONS_PER_USER : 1 }, (_, index) => ({
      id: idOf('session', number === BUSY_PERSON ? index : number + SESSIONS_PER_USER),
    })),
    accessTokens: [{ id: idOf('token', number), expires: expiry(number), addedBy: idOf('session', number) }],
    ...(number % 400 === 2 ? { deletedAt: HOUR_AGO } : {}),
    createdAt,
    updatedAt: createdAt,
  };
}

function deliveryAt(number: number): DocumentOf<'deliveries'> {
  // One endpoint does not answer, so much waits for it.
  const endpoint = number < MANY / 2 ? 0 : number % WEBHOOKS_MAX;
  const isWaiting = endpoint === 0 && number % 2 === 0;
  return {
    _id: `${idOf('endpoint', endpoint).toHexString()}:${idOf('event', number).toHexString()}`,
    endpointId: idOf('endpoint', endpoint).toHexString(),
    eventId: idOf('event', number),
    type: 'user.resumed',
    subject: ownerOf(number, 50),
    state: isWaiting ? 'waiting' : number % 100 === 1 ? 'failed' : 'delivered',
    dueAt: isWaiting ? expiry(number / 2) : null,
    attemptCount: 0,
    trigger: 'schedule',
    createdAt: ago(number * MINUTE_MS),
  };
}

/** For each collection the number of documents, and the document of each number. */
const FILLED: {
  readonly [Name in keyof Collections]: readonly [count: number, make: (number: number) => DocumentOf<Name>];
} = {
  users: [MANY, userAt],
  accounts: [
    MANY,
    (number) => ({
      _id: idOf('account', number),
      userId: ownerOf(number, 10),
      provider: 'github',
      providerAccountId: String(number),
      pictureId: hash('provider-picture', number),
      refreshingUntil: null,
      updatedAt: HOUR_AGO,
    }),
  ],
  sessions: [
    MANY + SESSIONS_PER_USER,
    (number) => ({
      _id: idOf('session', number),
      sessionToken: hash('session', number),
      userId: ownerOf(number, SESSIONS_PER_USER),
      expires: expiry(number),
      createdAt: HOUR_AGO,
      lastSeenAt: HOUR_AGO,
      authenticatedAt: HOUR_AGO,
    }),
  ],
  accessTokens: [
    MANY,
    (number) => ({
      _id: idOf('token', number),
      userId: ownerOf(number, ACCESS_TOKENS_PER_USER),
      tokenHash: hash('token', number),
      createdAt: HOUR_AGO,
      expires: expiry(number),
    }),
  ],
  deviceAuthorizations: [
    MANY,
    (number) => ({
      _id: idOf('device', number),
      deviceCodeHash: hash('device', number),
      userCodeHash: hash('user-code', number),
      status: 'approved',
      approval: { userId: ownerOf(number, 25), session: { _id: idOf('session', number) } },
      createdAt: HOUR_AGO,
      expires: expiry(number),
    }),
  ],
  authorizationCodes: [
    MANY,
    (number) => ({
      _id: idOf('code', number),
      codeHash: hash('code', number),
      clientId: 'application',
      userId: ownerOf(number, 100),
      session: { _id: idOf('session', number) },
      createdAt: HOUR_AGO,
      expires: expiry(number),
    }),
  ],
  clientAssertions: [MANY, (number) => ({ _id: hash('assertion', number), expires: expiry(number) })],
  verificationTokens: [
    MANY,
    (number) => ({
      _id: idOf('verification', number),
      identifier: emailOf(number),
      requests: [],
      expires: expiry(number),
      createdAt: HOUR_AGO,
    }),
  ],
  pendingLinks: [
    MANY,
    (number) => ({
      _id: idOf('pending-link', number),
      secretHash: hash('pending-link', number),
      provider: 'github',
      providerAccountId: String(number),
      email: emailOf(Math.max(number, 5)),
      emailVerified: true,
      expires: expiry(number),
    }),
  ],
  pendingSignIns: [
    MANY,
    (number) => ({
      _id: idOf('pending-sign-in', number),
      secretHash: hash('pending-sign-in', number),
      userId: ownerOf(number, 60),
      isExpected: true,
      tries: 0,
      createdAt: HOUR_AGO,
      expires: expiry(number),
    }),
  ],
  ceremonies: [
    MANY,
    (number) => ({
      _id: hash('ceremony', number),
      purpose: 'verify',
      browserHash: hash('browser', number),
      userId: ownerOf(number, 60),
      expires: expiry(number),
    }),
  ],
  jobs: [
    MANY,
    (number) => ({
      _id: idOf('job', number),
      kind: number % 100 === 0 ? 'revoke-grant' : 'mail',
      userId: ownerOf(number, 20),
      attempts: 1,
      // A tenth was given up. Half of the others are due.
      ...(number % 10 === 9 ? { runAt: null, failedAt: HOUR_AGO } : { runAt: expiry(number) }),
      createdAt: HOUR_AGO,
    }),
  ],
  activity: [
    MANY,
    (number) => ({
      _id: idOf('activity', number),
      userId: ownerOf(number, MANY / 2),
      kind: number % 100 === 0 ? 'password-changed' : 'sign-in',
      method: 'password',
      at: ago(number * MINUTE_MS),
    }),
  ],
  rateLimits: [
    MANY,
    (number) => ({
      _id: idOf('counter', number),
      key:
        number < 11 * UNKNOWN_CALLER_SUM_SHARDS
          ? unknownCallerSumKey(
              'mail',
              Math.floor(number / UNKNOWN_CALLER_SUM_SHARDS),
              number % UNKNOWN_CALLER_SUM_SHARDS,
            )
          : `mail-recipient-quarter:${emailOf(number)}`,
      points: 1,
      expire: expiry(number),
    }),
  ],
  pictures: [
    MANY,
    (number) => ({
      _id: hash('picture', number),
      userId: ownerOf(number, 10),
      createdAt: HOUR_AGO,
      ...(number % 400 === 1 ? { checkDueSince: HOUR_AGO } : {}),
    }),
  ],
  identityProviders: [
    100,
    (number) => ({
      _id: `provider-${number}`,
      issuer: `https://issuer-${number}.example.test`,
      source: 'address',
      createdAt: ago(number * HOUR_MS),
    }),
  ],
  providerIssuers: [100, (number) => ({ _id: `provider-${number}`, updatedAt: HOUR_AGO })],
  signingKeys: [3, (number) => ({ _id: hash('key', number), period: 600 + number, expires: ago(-DAY_MS) })],
  formerSecrets: [4, (number) => ({ _id: `former-${number}`, since: HOUR_AGO, expires: ago(-DAY_MS) })],
  migrations: [20, (number) => ({ _id: number + 1, leaseUntil: HOUR_AGO, doneAt: HOUR_AGO })],
  maintenance: [1, () => ({ _id: 'secret', sealed: 'v1' })],
  sweeps: [
    3,
    (number) => ({
      _id: (['accounts', 'access_tokens', 'deliveries'] as const)[number] ?? 'accounts',
      runAt: HOUR_AGO,
    }),
  ],
  serviceKeys: [
    // Valid keys, and those that ended in the last month.
    2 * SERVICE_KEYS_MAX,
    (number) => ({
      _id: idOf('key', number),
      keyHash: hash('key', number),
      createdAt: HOUR_AGO,
      expires: ago(-DAY_MS),
      revokedAt: number < SERVICE_KEYS_MAX ? null : HOUR_AGO,
      ...(number < SERVICE_KEYS_MAX ? { slot: number } : {}),
      ...(number === 0 ? { unwrittenAudit: [auditAt(0)] } : {}),
    }),
  ],
  audit: [MANY, auditAt],
  administrators: [1, () => ({ _id: 'administrators', members: [idOf('user', BUSY_PERSON)] })],
  dailyCounts: [
    MANY,
    (number) => ({
      _id: `count ${number}`,
      // About as many rows of a day as there are kinds and methods.
      day: ago(Math.floor(number / 8) * DAY_MS),
      kind: 'sign-in',
      method: 'password',
      count: 1,
    }),
  ],
  deletedExternalIds: [MANY, (number) => ({ _id: hash('external', number), at: ago(number * HOUR_MS) })],
  events: [
    MANY,
    (number) => ({
      _id: idOf('event', number),
      type: 'user.resumed',
      data: {},
      subject: ownerOf(number, MANY / 2),
      sequence: number + 1,
      at: ago((MANY - number) * MINUTE_MS),
      partition: number % EVENT_PARTITIONS,
      ...(number % 100 === 99
        ? { unnumbered: true as const }
        : { position: number + 1, numberedAt: ago((MANY - number) * MINUTE_MS) }),
    }),
  ],
  eventPartitions: [
    EVENT_PARTITIONS,
    (number) => ({ _id: number, holder: 'process', until: new Date(0), last: MANY }),
  ],
  webhookEndpoints: [
    WEBHOOKS_MAX,
    (number) => ({
      _id: idOf('endpoint', number).toHexString(),
      url: 'https://hooks.example.test/',
      createdAt: HOUR_AGO,
      disabled: null,
      failingSince: null,
      slot: number,
      ...(number === 0 ? { unwrittenAudit: [auditAt(0)] } : {}),
    }),
  ],
  deliveries: [MANY, deliveryAt],
};

/** Collections with a bound, filled to it: reading such a whole one is as quick as reading an index. */
export const SMALL_COLLECTIONS: ReadonlyMap<string, string> = new Map([
  ['administrators', 'one document'],
  ['event_partitions', 'EVENT_PARTITIONS'],
  ['former_secrets', 'the changes of AUTH_SECRET in two years'],
  ['identity_providers', 'DISCOVERED_PROVIDERS_MAX, and those that the operator adds'],
  ['maintenance', 'two documents'],
  ['migrations', 'the migrations'],
  ['provider_issuers', 'the identity providers'],
  ['service_keys', 'SERVICE_KEYS_MAX, and those that ended in the last month'],
  ['signing_keys', 'the periods in which tokens are valid'],
  ['sweeps', 'the sweeps'],
  ['webhook_endpoints', 'WEBHOOKS_MAX'],
]);

/** Values that most documents have, by the path of the field. */
export type CommonValues = ReadonlyMap<string, readonly unknown[]>;

export interface FilledDatabase {
  readonly db: Db;
  /** By the collection's name in the database. */
  readonly common: ReadonlyMap<string, CommonValues>;
}

/** A declared field that is `indexed`. */
const OWN_FIELD = {
  name: 'plan',
  schema: z.string(),
  options: { read: ['person'], write: ['person'], label: { en: 'Plan' }, indexed: true },
} as const;

let filled: Promise<FilledDatabase> | null = null;

/** A database with the documents of `FILLED`. Each worker makes one, which nothing changes. */
export function openFilledDatabase(): Promise<FilledDatabase> {
  return (filled ??= fillDatabase());
}

async function fillDatabase(): Promise<FilledDatabase> {
  const { db } = await createTestDatabase();
  const collections = collectionsOf(db);
  await ensureIndexes(collections, [OWN_FIELD]);
  const common = new Map<string, CommonValues>();
  const names = Object.keys(FILLED) as (keyof Collections)[];
  // The database stores one collection while the documents of the next are made.
  await Promise.all(
    names.map(async (name) => {
      const collection = collections[name] as unknown as Collection<Document>;
      const [count, make] = FILLED[name];
      const documents = Array.from({ length: count }, (_, number) => make(number) as Document);
      const stored = collection.insertMany(documents, { ordered: false });
      common.set(collection.collectionName, commonValuesOf(documents));
      await stored;
    }),
  );
  return { db, common };
}

function commonValuesOf(documents: readonly Document[]): CommonValues {
  const counts = new Map<string, Map<unknown, { count: number; readonly value: unknown }>>();
  const note = (path: string, value: unknown): void => {
    if (Array.isArray(value)) {
      for (const each of value) note(path, each);
      return;
    }
    if (isPlain(value)) {
      for (const [name, each] of Object.entries(value)) note(path === '' ? name : `${path}.${name}`, each);
      return;
    }
    let ofPath = counts.get(path);
    if (!ofPath) counts.set(path, (ofPath = new Map()));
    const key =
      value instanceof Date ? value.getTime() : value instanceof ObjectId ? value.toHexString() : value;
    const entry = ofPath.get(key);
    if (entry) entry.count += 1;
    else ofPath.set(key, { count: 1, value });
  };
  for (const document of documents) note('', document);
  return new Map(
    [...counts].map(([path, values]) => [
      path,
      [...values.values()].toSorted((one, other) => other.count - one.count).map(({ value }) => value),
    ]),
  );
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
