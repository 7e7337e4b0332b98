import { REFRESH_GRACE_MS } from '../src/server/domain/oauth/client-sessions.ts';
import { SESSION_LAST_SEEN_EVERY_MS } from '../src/server/domain/sessions/sessions.ts';
import { listOf, textOf, type Doc, type Value } from './documents.ts';
import type { Flow, Process, Values } from './history.ts';
import { writeOutbox } from './writing-outboxes.ts';
import type { FlowName } from './traces.ts';

// The order of the recorded commands in each domain function, and what each answer decides.

/** `createUserWithAccount`. Answers the id of the account's user; `null` when it cannot be found. */
export function* firstSignIn(process: Process, values: Values): Flow<string | null> {
  const [inserted] = yield* process.send('first sign-in', 'insert users', values);
  if (inserted?.isDuplicate) {
    const [found] = yield* process.send('first sign-in again', 'find users', values);
    return found?.doc ? textOf(found.doc['_id']) : null;
  }
  yield* writeOutbox(process, values, ['first sign-in', 'bulkWrite events+users'], inserted?.doc);
  return `${process.name}.user`;
}

/** `consumeTokenHash`. Answers whether the link was valid. */
export function* consumeLink(process: Process, values: Values): Flow<boolean> {
  const [row] = yield* process.send('link use', 'findAndModify verification_tokens', values);
  return Boolean(row?.doc);
}

/** `completeSignIn` after a checked proof. Answers whether the user is signed in. */
export function* signIn(process: Process, values: Values): Flow<boolean> {
  yield* process.send('sign-in', 'insert sessions', values);
  const [decided] = yield* process.send('sign-in', 'findAndModify users', values);
  if (!decided?.doc) return false;
  yield* writeOutbox(process, values, ['sign-in', 'bulkWrite activity+events+users'], decided.doc);
  return true;
}

/** `readAnySession`: two reads and the write of the use. Answers whether the session is live. */
export function* checkSession(process: Process, values: Values): Flow<boolean> {
  const [found] = yield* process.send('session check', 'find sessions', values);
  const session = found?.doc;
  if (!session) return false;
  if (process.history.model.rules.listDecides) {
    const [owner] = yield* process.send('session check', 'find users', values);
    if (!listOf(owner?.doc, 'sessions').some(({ id }) => id === session['_id'])) return false;
  }
  if (process.now() - Number(session['lastSeenAt']) < SESSION_LAST_SEEN_EVERY_MS) return true;
  const [renewed] = yield* process.send('session check', 'findAndModify sessions', values);
  return Boolean(renewed?.doc);
}

/** `signOut`. Sessions of clients end with it. `onEnded`: the deciding write was acknowledged. */
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
  for (;;) {
    const [owner] = yield* process.send(flow, 'find users', values);
    const [ended] = yield* process.send(flow, 'findAndModify users', values);
    if (!ended?.doc && owner?.doc) continue;
    if (ended?.doc) onEnded?.();
    yield* process.send(flow, 'delete sessions', values);
    if (ended?.doc) yield* writeOutbox(process, values, [flow, 'bulkWrite activity+events+users'], ended.doc);
    return true;
  }
}

/** `endUserSessions`. */
export function* endAllSessions(process: Process, values: Values): Flow<boolean> {
  yield* process.send('end all sessions', 'find users', values);
  const [ended] = yield* process.send('end all sessions', 'findAndModify users', values);
  if (!ended?.doc) return false;
  yield* writeOutbox(process, values, ['end all sessions', null]);
  yield* process.send('end all sessions', 'delete sessions', values);
  return true;
}

/** `unlinkAccount`. Answers whether the account was unlinked. */
export function* unlink(process: Process, values: Values): Flow<boolean> {
  const [decided] = yield* process.send('unlink', 'findAndModify users', values);
  if (!decided?.doc) return false;
  yield* writeOutbox(process, values, ['unlink', null]);
  return true;
}

/** `refreshClientSession`. `won`: this use moved the token on. `repeated`: another use had just done so. */
export function* refresh(
  process: Process,
  { generation, ...values }: Values & { readonly generation: number },
): Flow<'won' | 'repeated' | 'refused'> {
  const now = process.now();
  const [row] = yield* process.send('refresh', 'find sessions', values);
  if (!row?.doc) return 'refused';
  const [before] = yield* process.send('refresh', 'find users', values);
  if (!entryOf(before?.doc, values['clientSession'])) return 'refused';
  const [origin] = yield* process.send('refresh', 'find sessions 2', values);
  if (!origin?.doc) return 'refused';
  // The filter has the given one, the update the next one.
  const nextGeneration = generation + 1;
  const [decided] = yield* process.send('refresh', 'findAndModify users', {
    ...values,
    generation,
    nextGeneration,
  });
  if (decided?.doc) {
    const [renewed] = yield* process.send('refresh', 'findAndModify sessions', values);
    return renewed?.doc ? 'won' : 'refused';
  }
  const [after] = yield* process.send('refresh again', 'find users 2', values);
  const current = entryOf(after?.doc, values['clientSession']);
  const isSoon = now - Number(current?.['refreshedAt']) <= REFRESH_GRACE_MS;
  return current?.['generation'] === nextGeneration && isSoon ? 'repeated' : 'refused';
}

/** What the user's document lists of a client's session. */
function entryOf(user: Doc | null | undefined, session: Value): Doc | undefined {
  return listOf(user, 'sessions').find(({ id }) => id === session)?.['client'] as Doc | undefined;
}

/** `numberEvents` of one partition, by one process. */
export function* number(process: Process, rounds: number): Flow<void> {
  const { rules } = process.history.model;
  const holder = process.name;
  for (let round = 0; round < rounds; round++) {
    const [lease] = yield* process.send('numbering', 'findAndModify event_partitions', { holder });
    if (!lease || lease.count === 0 || lease.isDuplicate) continue;
    const last = Number(lease.doc?.['last'] ?? 0);
    const [newest] = yield* process.send('numbering', 'find events 2', {});
    const position = Math.max(last, Number(newest?.docs[0]?.['position'] ?? 0));
    // A killed process gave these positions. When this write is acknowledged, they are stored safely, too.
    const isLeft = position > last;
    if (isLeft) yield* process.send('numbering after a kill', 'update event_partitions', { holder });
    const confirm = (to: number) =>
      isLeft
        ? process.send('numbering after a kill', 'update event_partitions 2', { holder, last: to })
        : process.send('numbering', 'update event_partitions', { holder, last: to });
    const [oldest] = yield* process.send('numbering', 'find events 3', {});
    const subject = oldest?.doc?.['subject'];
    const answers =
      subject === undefined
        ? []
        : [
            ...(yield* process.send('numbering', 'find events 4', { user: subject })),
            ...(yield* process.send('numbering', 'find events 5', { user: subject })),
          ];
    const [unnumbered, kept] = answers.map(({ docs }) => docs);
    const events = withoutGaps(kept ?? [], unnumbered ?? []);
    const upTo = position + events.length;
    const handOver = function* (): Flow<void> {
      if (events.length === 0) return;
      const [endpoints] = yield* process.send('numbering', 'find webhook_endpoints', {});
      for (const endpoint of endpoints?.docs ?? []) {
        const added = events.map((event) => ({
          event: event['_id'],
          user: event['subject'],
          endpoint: endpoint['_id'],
          delivery: `${textOf(endpoint['_id'])}:${textOf(event['_id'])}`,
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
    const written = given.length === 0 ? [] : yield* process.send('numbering', 'update events', given);
    const isGiven = written.every(({ isDuplicate }) => !isDuplicate);
    yield* confirm(isGiven ? upTo : last);
    if (!rules.handOverFirst) yield* handOver();
  }
}

/** The kept events of the only person, up to the first gap or the first that is not `unnumbered`. */
function withoutGaps(kept: readonly Doc[], unnumbered: readonly Doc[]): readonly Doc[] {
  const ids = new Set(unnumbered.map(({ _id }) => _id));
  const first = Number(kept[0]?.['sequence']);
  const end = kept.findIndex(({ _id, sequence }, index) => sequence !== first + index || !ids.has(_id));
  return end === -1 ? kept : kept.slice(0, end);
}

export interface Seen {
  cursor: number;
  readonly ids: string[];
  /** `EVENT_CURSOR_EXPIRED`: an event between its cursor and the newest position is missing. */
  isRefused: boolean;
}

/** `listEvents`, each time from the cursor of the last answer. */
export function* follow(process: Process, seen: Seen, rounds: number): Flow<void> {
  for (let round = 0; round < rounds; round++) {
    const [partition] = yield* process.send('event list', 'find event_partitions', {});
    const upTo = Number(partition?.doc?.['last'] ?? 0);
    if (upTo <= seen.cursor) continue;
    const [found] = yield* process.send('event list', 'find events', { after: seen.cursor, upTo });
    const events = found?.docs ?? [];
    if (events.length < upTo - seen.cursor) {
      seen.isRefused = true;
      return;
    }
    const inOrder = events.toSorted((one, other) => Number(one['position']) - Number(other['position']));
    seen.ids.push(...inOrder.map(({ _id }) => textOf(_id)));
    seen.cursor = upTo;
  }
}

/** `sendDueDeliveries`, one by one. `receive` answers whether the application took the delivery. */
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

/** `runDueJobs` for stored jobs. `run` does the work. */
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
