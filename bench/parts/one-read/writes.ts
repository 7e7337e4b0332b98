import { ObjectId, type Collection, type Document } from 'mongodb';
import { SESSION_MAX_AGE_MS, SESSIONS_PER_USER } from '../../../src/shared/limits.ts';
import type { SessionDocument } from '../../../src/server/database/collections.ts';
import type { UserDocument } from '../../../src/server/database/user-documents.ts';
import type { Cell } from './rounds.ts';
import { entryOf, makeSession, MINUTE_MS, type Stored } from './two-forms.ts';

const WRITERS = 8;

/** Each write in today's form first. The entries come in addition to the rows (issue: "keeps its TTL index and its rows"), or without rows. */
export function writeCells(stored: Stored, sessionsEach: number): Cell[] {
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
