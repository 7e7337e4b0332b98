import { listOf, type Doc } from './documents.ts';
import { UnknownOutcomeError, type Flow, type Process, type Values } from './history.ts';
import type { BoundOperation } from './replica-set.ts';
import type { FlowName } from './traces.ts';

interface OutboxEntry {
  readonly _id: string;
  readonly events: readonly { readonly _id: string }[];
}

const entriesOf = (user: Doc | null | undefined) =>
  listOf(user, 'outbox') as unknown as readonly OutboxEntry[];

/** What `sendByCollection` sends after the read, one document at a time. */
const BY_COLLECTION = {
  unlink: ['find users', 'insert activity', 'insert events', 'update users'],
  'end all sessions': ['find users 2', 'insert audit', 'insert activity', 'insert events', 'update users'],
  repair: ['find users 2', 'insert activity', 'insert events', 'update users'],
} as const satisfies Partial<Record<FlowName, readonly string[]>>;

/**
 * `writeOutbox`: one command where possible, otherwise one for each collection, as `unlink` was recorded.
 * Never fails: the change is made, and another process can write the outbox.
 */
export function* writeOutbox(
  process: Process,
  values: Values,
  [flow, joined]: readonly [FlowName, string | null],
  decided?: Doc | null,
): Flow<void> {
  const own = `${process.name}.entry`;
  try {
    if (joined !== null && decided && (yield* sendTogether(process, values, [flow, joined], decided))) return;
    yield* sendByCollection(process, values, flow === 'end all sessions' ? flow : 'unlink', own);
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
  }
}

/** `JoinedWrites.send`: the outbox up to the own entry, as the deciding write left it. */
function* sendTogether(
  process: Process,
  values: Values,
  [flow, name]: readonly [FlowName, string],
  user: Doc,
): Flow<boolean> {
  const own = `${process.name}.entry`;
  const written = upTo(user, own);
  const events = written.flatMap((each) => each.events);
  const before = Number(user['eventSequence'] ?? 0);
  const command = process.history.model.command(flow, name);
  const bind = (bound: Values) => command.bind(process.bindings({ ...values, ...bound }));
  const inserts = (collection: string, bound: Values) =>
    bind(bound)
      .filter((operation) => operation.collection === collection)
      .slice(0, 1);
  const ids = written.map(({ _id }) => _id);
  const last = bind({ oldest: ids[0], written: ids, count: events.length }).at(-1);
  const operations: BoundOperation[] = [
    ...ids.flatMap((entry) => inserts('activity', { entry })),
    ...events.flatMap(({ _id: event }, index) => inserts('events', { event, sequence: before + index + 1 })),
    ...(last ? [last] : []),
  ];
  const answers = yield* process.sendBound(command, operations);
  // A command stops at a refusal by an index.
  return answers.length === operations.length && answers.every(({ count }) => count === 1);
}

/** Writes the outbox up to this entry; safe to repeat. Reads it again when another process removed a part. */
function* sendByCollection(
  process: Process,
  values: Values,
  flow: keyof typeof BY_COLLECTION,
  until: string,
): Flow<void> {
  const [read, ...writes] = BY_COLLECTION[flow];
  for (;;) {
    const [found] = yield* process.send(flow, read, { ...values, entry: until });
    const user = found?.doc;
    const written = upTo(user, until);
    if (!user || written.length === 0) return;
    const ids = written.map(({ _id }) => _id);
    const events = written.flatMap((each) => each.events);
    const before = Number(user['eventSequence'] ?? 0);
    const bound: Readonly<Record<(typeof writes)[number], readonly Values[]>> = {
      'insert audit': [{ entry: until }],
      'insert activity': ids.map((entry) => ({ entry })),
      'insert events': events.map(({ _id: event }, index) => ({ event, sequence: before + index + 1 })),
      'update users': [{ oldest: ids[0], written: ids, count: events.length }],
    };
    for (const name of writes) {
      for (const each of bound[name]) {
        const [answer] = yield* process.send(flow, name, { ...values, ...each });
        if (name === 'update users' && answer?.count === 1) return;
      }
    }
  }
}

function upTo(user: Doc | null | undefined, last: string): readonly OutboxEntry[] {
  const outbox = entriesOf(user);
  return outbox.slice(0, outbox.findIndex(({ _id }) => _id === last) + 1);
}

/** `writeLeftOutboxes`, for one person. */
export function* repair(process: Process, values: Values): Flow<void> {
  const [left] = yield* process.send('repair', 'find users', values);
  for (const { _id } of entriesOf(left?.doc)) yield* sendByCollection(process, values, 'repair', _id);
}
