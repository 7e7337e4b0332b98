// Over 300 lines: everything that compares the two forms of a session, so that it can be removed in one piece.
import { ObjectId, type Collection, type Db, type Document, type WriteConcernSettings } from 'mongodb';
import { SESSION_MAX_AGE_MS, SESSIONS_PER_USER } from '../../src/shared/limits.ts';
import { hashToken } from '../../src/server/crypto/secrets.ts';
import type { SessionDocument } from '../../src/server/database/collections.ts';
import { nameFields } from '../../src/server/database/search-key.ts';
import type { UserDocument } from '../../src/server/database/user-documents.ts';
import { USER_INDEXES } from '../../src/server/database/user-indexes.ts';
import { makeProof } from '../../src/server/domain/rules/proofs.ts';
import { isListed } from '../../src/server/domain/rules/session-liveness.ts';
import { count } from '../formats.ts';
import { insertAll, requireIndex } from '../seeds/insert.ts';
import { makePeople, USER_AGENT, visitorsOf, type Person } from '../seeds/people.ts';
import { quantile, ratioOf, spreadOf, type Spread } from '../statistics.ts';
import type { Bench, Plan } from './bench.ts';

const SESSIONS_EACH = [1, 3, 20];
const READERS = [1, 8, 32];
const READ_ROUNDS = 7;
const WRITE_ROUNDS = 5;
const WRITERS = 8;
const WRITES = 150;
const LEAD_MS = 200;
const MEASURE_MS = 800;
const MINUTE_MS = 60_000;
/** Sessions expire at that many different times, so that a sweep removes one in this number. */
const EXPIRIES = 100;
const DURABLE: WriteConcernSettings = { w: 1, journal: true };

/** What a check reads of a session, and no more: the address and the browser stay in the row. */
interface Entry extends Pick<
  SessionDocument,
  'expires' | 'createdAt' | 'lastSeenAt' | 'authenticatedAt' | 'proofs'
> {
  readonly id: ObjectId;
  readonly tokenHash: string;
}
type UserWithEntries = Omit<UserDocument, 'sessions'> & { readonly sessions: readonly Entry[] };

export interface OneReadCost {
  /** What was done, in the words of the table. */
  readonly name: string;
  /** How many at a time. */
  readonly callers: number;
  readonly p50Ms: Spread;
  readonly clientCpuUs: Spread;
  /** `null` when unknown. */
  readonly databaseCpuUs: Spread | null;
  /** What the journal grew by, for each. */
  readonly journalBytes: Spread;
  /** Client and database together, over those of the first of its group in the same round; `null` when unknown. */
  readonly cpuOverFirst: Spread | null;
}

export interface OneReadMeasurement {
  readonly people: number;
  readonly sessionsEach: number;
  readonly costs: readonly OneReadCost[];
  readonly bytes: readonly {
    readonly name: string;
    readonly document: number;
    readonly storage: number;
    readonly indexes: number;
    readonly largestIndexes: Readonly<Record<string, number>>;
  }[];
}

/** One of several ways to do the same. */
interface Cell {
  /** The costs of a group are compared with those of its first cell. */
  readonly group: string;
  readonly name: string;
  readonly callers: number;
  run(person: number): Promise<unknown>;
  readonly rounds: Round[];
}

interface Round {
  readonly p50Ms: number;
  readonly clientCpuUs: number;
  readonly databaseCpuUs: number | null;
  readonly journalBytes: number;
}

/**
 * Compares today's check of a session (two finds at once, row and user) with one find of a user that has its sessions, and what each costs to write. See
 * docs/decisions/052.
 */
export async function measureOneRead(bench: Bench, plan: Plan): Promise<OneReadMeasurement[]> {
  const people = plan.comparedSize;
  const measurements: OneReadMeasurement[] = [];
  for (const sessionsEach of SESSIONS_EACH) {
    const { db } = bench.database.use(`one_read_${sessionsEach}`);
    bench.say(`one read: seeding ${count(people)} people with ${sessionsEach} sessions each`);
    const stored = await seed(db, people, sessionsEach);
    const bytes = await bytesOf(db, stored);
    const reads = readCells(db, stored);
    // Everybody visits once, so that the cache of the engine holds the same of each.
    const visitors = visitorsOf(people, { most: 10_000 });
    for (const { run } of reads.filter(({ callers }) => callers === Math.max(...READERS)))
      await eachOf(visitors, Math.max(...READERS), run);
    for (let round = 0; round < READ_ROUNDS; round++) {
      bench.say(`one read: ${sessionsEach} sessions each, reads, round ${round + 1} of ${READ_ROUNDS}`);
      for (const cell of bench.shuffle(reads)) cell.rounds.push(await readRound(bench, db, cell, visitors));
    }
    // Every write has a person of its own.
    const writes = writeCells(stored, sessionsEach);
    const order = visitorsOf(people);
    const each = Math.min(WRITES, Math.floor(people / (writes.length * (WRITE_ROUNDS + 1))));
    for (let round = -1; round < WRITE_ROUNDS; round++) {
      bench.say(`one read: ${sessionsEach} sessions each, writes, round ${round + 1} of ${WRITE_ROUNDS}`);
      for (const cell of bench.shuffle(writes)) {
        const written = await writeRound(bench, db, cell, order.splice(0, each));
        // The first one warms up.
        if (round >= 0) cell.rounds.push(written);
      }
    }
    bench.say(`one read: ${sessionsEach} sessions each, sweeps and a person with many sessions`);
    const sweeps = await measureSweeps(bench, db, stored, people * sessionsEach);
    const hot = await measureHotPerson(bench, db, stored);
    const costs = [...reads, ...writes, ...sweeps, ...hot];
    measurements.push({ people, sessionsEach, costs: costs.map((cell) => costOf(cell, costs)), bytes });
    await db.dropDatabase();
  }
  return measurements;
}

interface Stored {
  readonly users: Collection<UserDocument>;
  /** The same people, with their sessions in the document. */
  readonly withEntries: Collection<UserWithEntries>;
  readonly sessions: Collection<SessionDocument>;
  readonly person: (number: number) => Person;
  readonly session: (person: number, index: number) => SessionDocument;
}

async function seed(db: Db, people: number, sessionsEach: number): Promise<Stored> {
  const now = new Date();
  const { person } = makePeople(people, now);
  const stored: Stored = {
    users: db.collection('users', { writeConcern: DURABLE }),
    withEntries: db.collection('users_with_entries', { writeConcern: DURABLE }),
    sessions: db.collection('sessions', { writeConcern: DURABLE }),
    person,
    session: (owner, index) => {
      const number = owner * SESSIONS_PER_USER + index;
      return makeSession(person(owner), `session ${number}`, now, {
        _id: ObjectId.createFromHexString(`691e5a02${number.toString(16).padStart(16, '0')}`),
        expires: new Date(now.getTime() + SESSION_MAX_AGE_MS + ((owner + index) % EXPIRIES) * MINUTE_MS),
      });
    },
  };
  const sessionsOf = (owner: number) =>
    Array.from({ length: sessionsEach }, (_, index) => stored.session(owner, index));
  // Seeding needs no durability: these handles wait for no journal.
  await insertAll(db.collection<UserDocument>('users'), people, (number) => ({
    ...userOf(person(number), now),
    sessions: sessionsOf(number).map(({ _id: id }) => ({ id })),
  }));
  await insertAll(db.collection<UserWithEntries>('users_with_entries'), people, (number) => ({
    ...userOf(person(number), now),
    sessions: sessionsOf(number).map(entryOf),
  }));
  await insertAll(db.collection<SessionDocument>('sessions'), people * sessionsEach, (number) =>
    stored.session(Math.floor(number / sessionsEach), number % sessionsEach),
  );
  const userIndexes = USER_INDEXES.map(({ name, key, options }) => ({ name, key, ...options }));
  await stored.users.createIndexes(userIndexes);
  await stored.withEntries.createIndexes([
    ...userIndexes,
    {
      name: 'sessions_token_unique_text',
      key: { 'sessions.tokenHash': 1 },
      unique: true,
      partialFilterExpression: { 'sessions.tokenHash': { $gt: '' } },
    },
  ]);
  await stored.sessions.createIndexes([
    { name: 'token_unique', key: { sessionToken: 1 }, unique: true },
    { name: 'user', key: { userId: 1 } },
    { name: 'expires_ttl', key: { expires: 1 } },
  ]);
  await requireIndex(stored.sessions, { sessionToken: 'x' });
  await requireIndex(stored.withEntries, { 'sessions.tokenHash': 'x' });
  return stored;
}

function makeSession(
  { id }: Person,
  token: string,
  now: Date,
  differences: Partial<SessionDocument> = {},
): SessionDocument {
  return {
    _id: new ObjectId(),
    sessionToken: hashToken(token),
    userId: id,
    expires: new Date(now.getTime() + SESSION_MAX_AGE_MS),
    createdAt: now,
    lastSeenAt: now,
    authenticatedAt: now,
    proofs: [makeProof({ kind: 'password' }, now)],
    ip: '198.51.100.7',
    userAgent: USER_AGENT,
    listed: true,
    ...differences,
  };
}

function entryOf(session: SessionDocument): Entry {
  const {
    _id: id,
    sessionToken: tokenHash,
    expires,
    createdAt,
    lastSeenAt,
    authenticatedAt,
    proofs,
  } = session;
  return { id, tokenHash, expires, createdAt, lastSeenAt, authenticatedAt, ...(proofs ? { proofs } : {}) };
}

function userOf({ id, name, email, number, createdAt }: Person, now: Date): Omit<UserDocument, 'sessions'> {
  return {
    _id: id,
    ...nameFields(name),
    email,
    emailVerified: createdAt,
    image: { id: id.toHexString(), from: null },
    locale: 'en',
    accounts: ['google', 'company'].map((provider) => ({
      key: `${provider}:${number}`,
      provider,
      providerAccountId: String(number),
      type: 'oidc',
      linkedAt: createdAt,
      lastUsedAt: now,
    })),
    // As long as a PHC string of argon2id.
    password: { hash: `$argon2id$v=19$m=19456,t=2,p=1$${'x'.repeat(66)}`, changedAt: now },
    lastSignInAt: now,
    createdAt,
    updatedAt: createdAt,
  };
}

/** Joins the look-ups of one turn of the event loop, as `coalesced-find.ts` does, whatever sends them. */
function joinByTurn<T>(read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>) {
  let next: { readonly keys: Set<string>; readonly found: Promise<ReadonlyMap<string, T>> } | null = null;
  return async (key: string): Promise<T | undefined> => {
    if (!next) {
      const keys = new Set<string>();
      const found = new Promise((resolve) => setImmediate(resolve)).then(() => {
        next = null;
        return read([...keys]);
      });
      next = { keys, found };
    }
    next.keys.add(key);
    return (await next.found).get(key);
  };
}

type Send = <T extends Document>(
  collection: Collection<T>,
  field: string,
  values: readonly unknown[],
  projection?: Document,
) => Promise<T[]>;

const filterOf = (field: string, values: readonly unknown[]): Document => ({
  [field]: values.length === 1 ? values[0] : { $in: values },
});

const sendFind: Send = async <T extends Document>(
  collection: Collection<T>,
  field: string,
  values: readonly unknown[],
  projection?: Document,
) => {
  const options = { batchSize: values.length + 1, ...(projection ? { projection } : {}) };
  return (await collection.find(filterOf(field, values) as never, options).toArray()) as T[];
};

function sendCommandTo(db: Db): Send {
  return async <T extends Document>(
    collection: Collection<T>,
    field: string,
    values: readonly unknown[],
    projection?: Document,
  ) => {
    const reply = await db.command({
      find: collection.collectionName,
      filter: filterOf(field, values),
      limit: values.length,
      singleBatch: true,
      ...(projection ? { projection } : {}),
    });
    return (reply['cursor'] as { readonly firstBatch: T[] }).firstBatch;
  };
}

/** A check as today: both documents at once, because the process knows the user of the session. */
function twoReads({ users, sessions, session, person }: Stored, send: Send) {
  const findSession = joinByTurn(async (hashes) => {
    const rows = await send(sessions, 'sessionToken', hashes);
    return new Map(rows.map((row) => [row.sessionToken, row]));
  });
  const findUser = joinByTurn(async (ids) => {
    const found = await send(users, '_id', ids.map(ObjectId.createFromHexString));
    return new Map(found.map((user) => [user._id.toHexString(), user]));
  });
  return async (number: number, index: number) => {
    const [row, user] = await Promise.all([
      findSession(session(number, index).sessionToken),
      findUser(person(number).id.toHexString()),
    ]);
    if (!row || !user || !isListed(row, user)) throw new Error('a session was not found');
  };
}

/**
 * A check by one read. `isWhole`: the document with all its sessions. Else only the first one that matches comes back, so two sessions of one person in
 * one find need a second find. (A projection that excludes fields takes no `$filter`, and one that names every field a check needs would forget the next one.)
 */
function oneRead({ withEntries, session }: Stored, send: Send, { isWhole }: { readonly isWhole: boolean }) {
  const read = async (hashes: readonly string[]): Promise<Map<string, UserWithEntries>> => {
    const projection = {
      absent: 0,
      sessions: { $elemMatch: filterOf('tokenHash', hashes) },
    };
    const users = await send(
      withEntries,
      'sessions.tokenHash',
      hashes,
      ...(isWhole ? [] : ([projection] as const)),
    );
    const found = new Map(
      users.flatMap((user) => user.sessions.map(({ tokenHash }) => [tokenHash, user] as const)),
    );
    const missing = isWhole || hashes.length === 1 ? [] : hashes.filter((hash) => !found.has(hash));
    for (const hash of missing) for (const [key, user] of await read([hash])) found.set(key, user);
    return found;
  };
  const find = joinByTurn(read);
  return async (number: number, index: number) => {
    const hash = session(number, index).sessionToken;
    const user = await find(hash);
    if (!user?.sessions.some(({ tokenHash }) => tokenHash === hash))
      throw new Error('a session was not found');
  };
}

function readCells(db: Db, stored: Stored): Cell[] {
  const command = sendCommandTo(db);
  const ways = {
    'two reads, command': twoReads(stored, command),
    'two reads, find()': twoReads(stored, sendFind),
    'one read, command, $elemMatch': oneRead(stored, command, { isWhole: false }),
    'one read, find(), $elemMatch': oneRead(stored, sendFind, { isWhole: false }),
    'one read, command, all sessions': oneRead(stored, command, { isWhole: true }),
  };
  return READERS.flatMap((callers) =>
    Object.entries(ways).map(([name, check]) => ({
      group: `check ${callers}`,
      name: `check: ${name}`,
      callers,
      run: (person: number) => check(person, 0),
      rounds: [],
    })),
  );
}

/** Each write in today's form first. The entries come in addition to the rows (issue: "keeps its TTL index and its rows"), or without rows. */
function writeCells(stored: Stored, sessionsEach: number): Cell[] {
  const { users, withEntries, sessions, person, session } = stored;
  const inEntry = { 'sessions.$[this].lastSeenAt': new Date(Date.now() + MINUTE_MS) };
  const inRow = { lastSeenAt: new Date(Date.now() + MINUTE_MS) };
  const later = new Date(Date.now() + 2 * SESSION_MAX_AGE_MS);
  const last = (number: number) => session(number, sessionsEach - 1);
  const idOf = (number: number) => ({ _id: person(number).id });
  const updateEntry = (number: number, $max: Document) => {
    const { _id: id } = last(number);
    return withEntries.findOneAndUpdate(
      { ...idOf(number), 'sessions.id': id },
      { $max },
      {
        arrayFilters: [{ 'this.id': id }],
        returnDocument: 'after',
      },
    );
  };
  const signIn =
    (people: Collection<UserDocument>, hasRow: boolean, toListed: (row: SessionDocument) => object) =>
    async (number: number) => {
      const row = makeSession(person(number), `new session ${number}`, new Date());
      if (hasRow) await sessions.insertOne(row);
      const announcement = announcementOf(row);
      const signedIn = await people.findOneAndUpdate(
        { ...idOf(number), [`sessions.${SESSIONS_PER_USER - 1}`]: { $exists: false } },
        {
          $set: { lastSignInAt: row.createdAt },
          $push: { sessions: toListed(row), announcements: announcement } as never,
        },
        { returnDocument: 'after' },
      );
      if (!signedIn) throw new Error('a sign-in failed');
      await settle(people, number);
    };
  const settle = (people: Collection<UserDocument>, number: number) =>
    people.updateOne(idOf(number), { $pop: { announcements: -1 }, $inc: { eventSequence: 1 } });
  const endOne = (people: Collection<UserDocument>, hasRow: boolean) => async (number: number) => {
    const row = last(number);
    await people.findOne({ ...idOf(number), 'sessions.id': row._id }, { projection: { sessions: 1 } });
    const { matchedCount } = await people.updateOne(
      { ...idOf(number), 'sessions.id': row._id },
      { $pull: { sessions: { id: row._id } }, $push: { announcements: announcementOf(row) } },
    );
    if (matchedCount !== 1) throw new Error('a session was not found');
    if (hasRow) await sessions.deleteMany({ _id: { $in: [row._id] } });
    await settle(people, number);
  };
  const endAll = (people: Collection<UserDocument>, hasRow: boolean) => async (number: number) => {
    const before = await people.findOneAndUpdate(idOf(number), {
      $set: { sessions: [], sessionsValidFrom: new Date() },
      $push: { announcements: announcementOf(last(number)) },
    });
    const ids = before?.sessions?.map(({ id }) => id) ?? [];
    if (ids.length === 0) throw new Error('nobody had a session');
    if (hasRow) await sessions.deleteMany({ userId: person(number).id, _id: { $in: ids } });
    await settle(people, number);
  };
  const listed = ({ _id: id }: SessionDocument) => ({ id });
  // Both collections are written by the same updates; only what an entry holds is different.
  const entries = withEntries as unknown as Collection<UserDocument>;
  const other = (people: Collection<UserDocument>) => (number: number) =>
    people.updateOne(idOf(number), { $set: { updatedAt: new Date() } });
  const ways: Record<string, readonly [today: Cell['run'], withRows: Cell['run'], noRows?: Cell['run']]> = {
    'sign-in': [signIn(users, true, listed), signIn(entries, true, entryOf), signIn(entries, false, entryOf)],
    'note of last use': [
      (number) =>
        sessions.findOneAndUpdate({ _id: last(number)._id }, { $max: inRow }, { returnDocument: 'after' }),
      (number) => updateEntry(number, inEntry),
    ],
    renewal: [
      (number) =>
        sessions.findOneAndUpdate(
          { _id: last(number)._id },
          { $max: { ...inRow, expires: later } },
          { returnDocument: 'after' },
        ),
      async (number) => {
        // The row first: a row that lives longer than its entry gives no access.
        await sessions.updateOne({ _id: last(number)._id }, { $max: { expires: later } });
        await updateEntry(number, { ...inEntry, 'sessions.$[this].expires': later });
      },
      (number) => updateEntry(number, { ...inEntry, 'sessions.$[this].expires': later }),
    ],
    'end one session': [endOne(users, true), endOne(entries, true), endOne(entries, false)],
    'end all sessions': [endAll(users, true), endAll(entries, true), endAll(entries, false)],
    'another write on the user': [other(users), other(entries)],
  };
  return Object.entries(ways).flatMap(([group, [today, withRows, noRows]]) =>
    Object.entries({ today, entries: withRows, ...(noRows ? { 'entries, no rows': noRows } : {}) }).map(
      ([form, run]) => ({ group, name: `${group}: ${form}`, callers: WRITERS, run, rounds: [] }),
    ),
  );
}

/** As a sign-in makes it, without a mail. */
function announcementOf({ _id: sessionId, ip, userAgent, createdAt: at }: SessionDocument): object {
  const events = [
    { _id: new ObjectId(), type: 'session.created', data: { sessionId: sessionId.toHexString() } },
  ];
  return {
    _id: new ObjectId(),
    kind: 'sign-in',
    method: 'password',
    label: null,
    ip,
    userAgent,
    sessionId,
    at,
    mailTo: [],
    events,
  };
}

/** One in `EXPIRIES` sessions expires in each round. The cost is that of one removed session. */
async function measureSweeps(bench: Bench, db: Db, stored: Stored, sessions: number): Promise<Cell[]> {
  const first = stored.session(0, 0).expires.getTime();
  const cell = (form: string, run: Cell['run']): Cell => ({
    group: 'sweep',
    name: `sweep, each session: ${form}`,
    callers: 1,
    run,
    rounds: [],
  });
  const expired = (round: number) => ({ $lte: new Date(first + round * MINUTE_MS) });
  const pull = (round: number) =>
    stored.withEntries.updateMany(
      { 'sessions.expires': expired(round) },
      { $pull: { sessions: { expires: expired(round) } } },
    );
  const rows = cell('rows, by the TTL index', (round) =>
    stored.sessions.deleteMany({ expires: expired(round) }),
  );
  const scanned = cell('entries, by a scan of all users', pull);
  const indexed = cell('entries, by an index of their expiry', pull);
  const runs = async (cells: readonly Cell[], from: number) => {
    for (let round = from; round < from + 3; round++)
      for (const each of cells)
        each.rounds.push(await measured(bench, db, sessions / EXPIRIES, () => timed(() => each.run(round))));
  };
  await runs([rows, scanned], 0);
  await stored.withEntries.createIndex({ 'sessions.expires': 1 }, { name: 'sessions_expires' });
  await runs([indexed], 3);
  await stored.withEntries.dropIndex('sessions_expires');
  return [rows, scanned, indexed];
}

/** The account of a service with as many sessions as a list holds, all of them noted by parallel requests. */
async function measureHotPerson(
  bench: Bench,
  db: Db,
  { users, withEntries, sessions, person }: Stored,
): Promise<Cell[]> {
  const now = new Date();
  const owner = { ...person(0), id: new ObjectId() };
  const rows = Array.from({ length: SESSIONS_PER_USER }, (_, index) =>
    makeSession(owner, `hot ${index}`, now),
  );
  // The addresses of the first person are taken.
  const { email: _email, accounts: _accounts, ...user } = userOf(owner, now);
  const plain = { ...user, accounts: [] };
  await users.insertOne({ ...plain, sessions: rows.map(({ _id: id }) => ({ id })) });
  await withEntries.insertOne({ ...plain, sessions: rows.map(entryOf) });
  await sessions.insertMany(rows);
  const rowOf = (call: number) => rows[call % rows.length]?._id ?? owner.id;
  const after = (call: number) => new Date(now.getTime() + call);
  const cells = Object.entries<Cell['run']>({
    today: (call) => sessions.findOneAndUpdate({ _id: rowOf(call) }, { $max: { lastSeenAt: after(call) } }),
    entries: (call) =>
      withEntries.findOneAndUpdate(
        { _id: owner.id, 'sessions.id': rowOf(call) },
        { $max: { 'sessions.$[this].lastSeenAt': after(call) } as never },
        { arrayFilters: [{ 'this.id': rowOf(call) }] },
      ),
  }).map(([form, run]): Cell => {
    const group = `notes of ${SESSIONS_PER_USER} sessions of one person`;
    return { group, name: `${group}: ${form}`, callers: 32, run, rounds: [] };
  });
  for (let round = 0; round < WRITE_ROUNDS; round++) {
    for (const cell of bench.shuffle(cells)) {
      const calls = Array.from({ length: WRITES }, (_, call) => round * WRITES + call + 1);
      cell.rounds.push(await writeRound(bench, db, cell, calls));
    }
  }
  return cells;
}

/** Runs `run` for every number, `callers` at a time. Answers how long each took. */
async function eachOf(numbers: Iterable<number>, callers: number, run: Cell['run']): Promise<number[]> {
  const iterator = numbers[Symbol.iterator]();
  const times: number[] = [];
  const call = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      const started = performance.now();
      await run(next.value);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return times;
}

async function timed(run: () => Promise<unknown>): Promise<number[]> {
  const started = performance.now();
  await run();
  return [performance.now() - started];
}

/** Visitors in turn from another one in each round, until the time is over. */
function* until(end: number, visitors: readonly number[], round: number): Generator<number> {
  const from = Math.floor((visitors.length * round) / READ_ROUNDS);
  for (let index = from; performance.now() < end; index++) yield visitors[index % visitors.length] ?? 0;
}

async function readRound(
  bench: Bench,
  db: Db,
  { callers, run, rounds }: Cell,
  visitors: readonly number[],
): Promise<Round> {
  const visit = (ms: number) => eachOf(until(performance.now() + ms, visitors, rounds.length), callers, run);
  await visit(LEAD_MS);
  return measured(bench, db, null, () => visit(MEASURE_MS));
}

function writeRound(
  bench: Bench,
  db: Db,
  { callers, run }: Cell,
  numbers: readonly number[],
): Promise<Round> {
  return measured(bench, db, null, () => eachOf(numbers, callers, run));
}

/** @param amount what the costs are divided by; `null`: the number of calls */
async function measured(
  { database }: Bench,
  db: Db,
  amount: number | null,
  work: () => Promise<number[]>,
): Promise<Round> {
  const usage = async () => {
    const { wiredTiger } = (await db.command({ serverStatus: 1 })) as {
      wiredTiger?: { log?: Record<string, number> };
    };
    const journalBytes = wiredTiger?.log?.['log bytes written'] ?? Number.NaN;
    return { journalBytes, database: await database.cpuUs(), client: process.cpuUsage() };
  };
  const from = await usage();
  const times = await work();
  const to = await usage();
  const each = amount ?? times.length;
  const client = to.client.user + to.client.system - from.client.user - from.client.system;
  return {
    p50Ms: quantile(times, 0.5),
    clientCpuUs: client / each,
    databaseCpuUs:
      from.database === null || to.database === null ? null : (to.database - from.database) / each,
    journalBytes: (to.journalBytes - from.journalBytes) / each,
  };
}

async function bytesOf(
  db: Db,
  { users, withEntries, sessions }: Stored,
): Promise<OneReadMeasurement['bytes']> {
  // A checkpoint: before it, a part is only in the cache.
  await db.admin().command({ fsync: 1 });
  return Promise.all(
    [users, withEntries, sessions].map(async ({ collectionName: name }) => {
      const { avgObjSize, storageSize, indexSizes } = (await db.command({ collStats: name })) as {
        avgObjSize: number;
        storageSize: number;
        indexSizes: Record<string, number>;
      };
      const sizes = Object.entries(indexSizes).toSorted(([, one], [, another]) => another - one);
      return {
        name,
        document: avgObjSize,
        storage: storageSize,
        indexes: sizes.reduce((sum, [, size]) => sum + size, 0),
        largestIndexes: Object.fromEntries(sizes.slice(0, 4)),
      };
    }),
  );
}

function costOf({ group, name, callers, rounds }: Cell, all: readonly Cell[]): OneReadCost {
  const cpuOf = ({ clientCpuUs, databaseCpuUs }: Round) => clientCpuUs + (databaseCpuUs ?? Number.NaN);
  const first = all.find((cell) => cell.group === group)?.rounds ?? [];
  const databaseTimes = rounds.flatMap(({ databaseCpuUs }) => databaseCpuUs ?? []);
  return {
    name,
    callers,
    p50Ms: spreadOf(rounds.map(({ p50Ms }) => p50Ms)),
    clientCpuUs: spreadOf(rounds.map(({ clientCpuUs }) => clientCpuUs)),
    databaseCpuUs: databaseTimes.length === 0 ? null : spreadOf(databaseTimes),
    journalBytes: spreadOf(rounds.map(({ journalBytes }) => journalBytes)),
    cpuOverFirst: databaseTimes.length === 0 ? null : ratioOf(rounds.map(cpuOf), first.map(cpuOf)),
  };
}

/** The tables of the report. */
export function oneReadTables(measurements: readonly OneReadMeasurement[] = []): string {
  return measurements
    .map(({ people, sessionsEach, costs, bytes }) => {
      const costLines = costs.map(
        ({ name, callers, p50Ms, clientCpuUs, databaseCpuUs, journalBytes, cpuOverFirst }) =>
          `| ${[name, callers, withSpread(p50Ms, 2), withSpread(clientCpuUs), withSpread(databaseCpuUs), count(journalBytes.median), withSpread(cpuOverFirst, 2)].join(' | ')} |`,
      );
      const byteLines = bytes.map(({ name, document, storage, indexes, largestIndexes }) => {
        const largest = Object.entries(largestIndexes).map(
          ([index, size]) => `${index} ${count(size / people)}`,
        );
        return `| ${[name, count(document), count(storage / people), count(indexes / people), largest.join(', ')].join(' | ')} |`;
      });
      return `${count(people)} people with ${sessionsEach} sessions each: median and range of the rounds.

| | at a time | p50 ms | client CPU µs | database CPU µs | journal bytes | CPU over the first |
| --- | --- | --- | --- | --- | --- | --- |
${costLines.join('\n')}

| collection | bytes a document | stored bytes a person | index bytes a person | the largest |
| --- | --- | --- | --- | --- |
${byteLines.join('\n')}`;
    })
    .join('\n\n');
}

function withSpread(spread: Spread | null, digits = 0): string {
  if (spread === null) return '–';
  const [middle, lower, upper] = [spread.median, spread.lower, spread.upper].map((value) =>
    value.toFixed(digits),
  );
  return `${middle} (${lower}–${upper})`;
}
