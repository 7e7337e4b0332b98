import {
  REFRESH_GRACE_MS,
  SECURITY_EVENT_UNSETTLED_AFTER_MS,
  SESSION_LAST_SEEN_EVERY_MS,
} from '../../src/shared/limits.ts';
import type { Doc } from './documents.ts';
import type { Flow, Process, Values } from './history.ts';
import type { FlowName } from './traces.ts';

/**
 * The order of the recorded commands in each domain function, and what each answer decides. The commands themselves come from the traces.
 */

interface Announcement {
  readonly _id: string;
  readonly events: readonly { readonly _id: string }[];
}

const announcementsOf = (user: Doc | null | undefined) =>
  (user?.['announcements'] ?? []) as unknown as readonly Announcement[];

/** `createUserWithAccount`. Answers the id of the user that has the account. */
export function* firstSignIn(process: Process, values: Values): Flow<string> {
  const [inserted] = yield* process.send('first sign-in', 'insert users', values);
  if (!inserted?.isDuplicate) return `${process.name}.user`;
  const [found] = yield* process.read('users', { 'accounts.key': values['key'] });
  return String(found?.['_id']);
}

/** `consumeTokenHash`. Answers whether the link worked. */
export function* useLink(process: Process, values: Values): Flow<boolean> {
  const [row] = yield* process.send('link use', 'findAndModify verification_tokens', values);
  return Boolean(row?.doc);
}

/** `completeSignIn` of somebody whose proof was checked before. Answers whether they are signed in. */
export function* signIn(process: Process, values: Values): Flow<boolean> {
  yield* process.send('sign-in', 'insert sessions', values);
  const [decided] = yield* process.send('sign-in', 'findAndModify users', values);
  if (!decided?.doc) return false;
  yield* settle(process, values);
  return true;
}

/** `readAnySession`: the two reads, and the write that notes the use. Answers whether the session is live. */
export function* checkSession(process: Process, values: Values): Flow<boolean> {
  const [found] = yield* process.send('session check', 'find sessions', values);
  const session = found?.doc;
  if (!session) return false;
  if (process.history.model.rules.listDecides) {
    const [owner] = yield* process.send('session check', 'find users', values);
    const listed = (owner?.doc?.['sessions'] ?? []) as readonly Doc[];
    if (!listed.some(({ id }) => id === session['_id'])) return false;
  }
  if (process.now() - Number(session['lastSeenAt']) < SESSION_LAST_SEEN_EVERY_MS) return true;
  const [renewed] = yield* process.send('session check', 'findAndModify sessions', values);
  return Boolean(renewed?.doc);
}

/** `signOut`. A client's session that is bound to the session ends with it. `onEnded`: the deciding write was acknowledged. */
export function* signOut(
  process: Process,
  values: Values,
  {
    flow = 'sign-out',
    onEnded,
  }: { readonly flow?: 'sign-out' | 'sign-out with a client'; readonly onEnded?: () => void } = {},
): Flow<boolean> {
  const [session] = yield* process.send(flow, 'find sessions', values);
  if (!session?.doc) return true;
  yield* process.send(flow, 'find users', values);
  const [ended] = yield* process.send(flow, 'findAndModify users', values);
  if (ended?.doc) onEnded?.();
  yield* process.send(flow, 'delete sessions', values);
  if (ended?.doc) yield* settle(process, values);
  return true;
}

/** `endPersonSessions`. */
export function* endAllSessions(process: Process, values: Values): Flow<boolean> {
  const [ended] = yield* process.send('end all sessions', 'findAndModify users', values);
  yield* process.send('end all sessions', 'delete sessions', values);
  return Boolean(ended?.doc);
}

/** `unlinkAccount`. Answers whether it was unlinked. */
export function* unlink(process: Process, values: Values): Flow<boolean> {
  const [decided] = yield* process.send('unlink', 'findAndModify users', values);
  if (!decided?.doc) return false;
  yield* settle(process, values);
  return true;
}

/** `refreshClientSession`. `won`: this use moved the token on. `repeated`: another use had done so, a moment before. */
export function* refresh(
  process: Process,
  { generation, ...values }: Values & { readonly generation: number },
): Flow<'won' | 'repeated' | 'refused'> {
  const [row] = yield* process.send('refresh', 'find sessions', values);
  if (!row?.doc) return 'refused';
  yield* process.send('refresh', 'find users', values);
  // In the filter it is the given one, and in the update the next one.
  const now = process.now();
  const [decided] = yield* process.send('refresh', 'findAndModify users', {
    ...values,
    generation,
    nextGeneration: generation + 1,
  });
  if (decided?.doc) {
    const [renewed] = yield* process.send('refresh', 'findAndModify sessions', values);
    return renewed?.doc ? 'won' : 'refused';
  }
  const [after] = yield* process.read('users', { _id: values['user'] });
  const listed = (after?.['sessions'] ?? []) as readonly Doc[];
  const own = listed.find(({ id }) => id === values['clientSession'])?.['client'] as Doc | undefined;
  const isSoon = now - Number(own?.['refreshedAt']) <= REFRESH_GRACE_MS;
  return own?.['generation'] === generation + 1 && isSoon ? 'repeated' : 'refused';
}

/** `settleSecurityEvent`: the events of the person, oldest first, one by one. A repetition changes nothing. */
export function* settle(process: Process, values: Values, own = `${process.name}.announcement`): Flow<void> {
  for (;;) {
    const [found] = yield* process.send('unlink', 'find users', { ...values, announcement: own });
    const user = found?.doc;
    const [oldest] = announcementsOf(user);
    if (!user || !oldest) return;
    const sequence = Number(user['eventSequence'] ?? 0) + 1;
    const bound = { ...values, announcement: oldest._id, event: oldest.events[0]?._id ?? '', sequence };
    yield* process.send('unlink', 'insert activity', bound);
    yield* process.send('unlink', 'insert events', bound);
    yield* process.send('unlink', 'update users', bound);
    if (oldest._id === own) return;
  }
}

/** `settleUnsettledSecurityEvents`, for one person. */
export function* repair(process: Process, values: Values): Flow<void> {
  const [user] = yield* process.read('users', {
    _id: values['user'],
    'announcements.at': { $gt: 0, $lte: process.now() - SECURITY_EVENT_UNSETTLED_AFTER_MS },
  });
  for (const { _id } of announcementsOf(user)) yield* settle(process, values, _id);
}

/** `numberEvents` of one partition, as one process does it. */
export function* number(process: Process, rounds: number): Flow<void> {
  const { rules } = process.history.model;
  const holder = process.name;
  for (let round = 0; round < rounds; round++) {
    const [lease] = yield* process.send('numbering', 'findAndModify event_partitions', { holder });
    if (!lease || lease.count === 0 || lease.isDuplicate) continue;
    const last = Number(lease.doc?.['last'] ?? 0);
    const [newest] = yield* process.send('numbering', 'find events 2', {});
    const position = Math.max(last, Number(newest?.docs[0]?.['position'] ?? 0));
    const confirm = (to: number) =>
      process.send('numbering', 'update event_partitions', { holder, last: to });
    // The acknowledgement of any write tells that the positions are stored safely, too.
    if (position > last) yield* confirm(last);
    const [oldest] = yield* process.send('numbering', 'find events 3', {});
    const subject = oldest?.doc?.['subject'];
    const [ofSubject] =
      subject === undefined ? [] : yield* process.send('numbering', 'find events 4', { user: subject });
    const events = withoutGaps(ofSubject?.docs ?? []);
    const upTo = position + events.length;
    const handOver = function* (): Flow<void> {
      if (events.length === 0) return;
      const [endpoints] = yield* process.send('numbering', 'find webhook_endpoints', {});
      for (const endpoint of endpoints?.docs ?? []) {
        const added = events.map((event) => ({
          event: event['_id'],
          user: event['subject'],
          endpoint: endpoint['_id'],
          delivery: `${String(endpoint['_id'])}:${String(event['_id'])}`,
        }));
        yield* process.send('numbering', 'insert deliveries', added);
      }
    };
    if (rules.handOverFirst) yield* handOver();
    if (!rules.confirmAfterPositions) yield* confirm(upTo);
    const given = events.map((event, index) => ({
      event: event['_id'],
      position: position + index + 1,
      numberedAt: process.now(),
    }));
    const answers = given.length === 0 ? [] : yield* process.send('numbering', 'update events', given);
    const isGiven = answers.every(({ isDuplicate }) => !isDuplicate);
    yield* confirm(isGiven ? upTo : last);
    if (!rules.handOverFirst) yield* handOver();
  }
}

/** The events of the one person in these scenarios, up to the first gap. */
function withoutGaps(events: readonly Doc[]): readonly Doc[] {
  const first = Number(events[0]?.['sequence']);
  return events.filter(({ sequence }, index) => sequence === first + index);
}

/** A follower of the events of the partition: `listEvents` with its own cursor. Answers the ids that it saw. */
export function* follow(
  process: Process,
  seen: { cursor: number; readonly ids: string[] },
  rounds: number,
): Flow<void> {
  for (let round = 0; round < rounds; round++) {
    const [partition] = yield* process.read('event_partitions', { _id: 0 });
    const last = Number(partition?.['last'] ?? 0);
    if (last <= seen.cursor) continue;
    const events = yield* process.read('events', {
      partition: 0,
      position: { $gt: seen.cursor, $lte: last },
    });
    const inOrder = events.toSorted((one, other) => Number(one['position']) - Number(other['position']));
    seen.ids.push(...inOrder.map(({ _id }) => String(_id)));
    seen.cursor = last;
  }
}

/** `sendDueDeliveries`, one after the other. `receive` answers whether the application took it. */
export function* deliver(
  process: Process,
  rounds: number,
  receive: (delivery: Doc, process: Process) => boolean,
): Flow<void> {
  for (let round = 0; round < rounds; round++) {
    const [claimed] = yield* process.send('delivery', 'findAndModify deliveries', { endpoint: 'endpoint' });
    const delivery = claimed?.doc;
    if (!delivery) continue;
    const flow: FlowName = receive(delivery, process) ? 'delivery' : 'failed delivery';
    const values = {
      endpoint: 'endpoint',
      delivery: delivery['_id'],
      leasedUntil: delivery['dueAt'],
      attempt: delivery['attemptCount'],
      nextDueAt: process.now() + 5000,
    };
    yield* process.send(flow, 'update deliveries', values);
  }
}

/** `runDueJobs`, the part with the stored jobs. `run` does the work. */
export function* runJobs(
  process: Process,
  rounds: number,
  run: (job: Doc, process: Process) => void,
): Flow<void> {
  const { removeAfterRun } = process.history.model.rules;
  for (let round = 0; round < rounds; round++) {
    const [taken] = yield* process.send('job run', 'findAndModify jobs', {});
    const job = taken?.doc;
    if (!job) continue;
    if (removeAfterRun) run(job, process);
    yield* process.send('job run', 'delete jobs', { job: job['_id'] });
    if (!removeAfterRun) run(job, process);
  }
}
