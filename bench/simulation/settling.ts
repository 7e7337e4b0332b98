import type { Doc } from './documents.ts';
import { UnknownOutcomeError, type Flow, type Process, type Values } from './history.ts';
import type { BoundOperation } from './replica-set.ts';
import type { FlowName } from './traces.ts';

interface OutboxEntry {
  readonly _id: string;
  readonly events: readonly { readonly _id: string }[];
}

const outboxOf = (user: Doc | null | undefined) =>
  (user?.['outbox'] ?? []) as unknown as readonly OutboxEntry[];

/** What `settleOldest` sends: a read, and the writes. */
const ONE_BY_ONE = {
  unlink: ['find users', 'insert activity', 'insert events', 'update users'],
  'end all sessions': ['find users 2', 'insert audit', 'insert activity', 'insert events', 'update users'],
  repair: ['find users 2', 'insert activity', 'insert events', 'update users'],
} as const satisfies Partial<Record<FlowName, readonly string[]>>;

/**
 * `settleSecurityEvent`: by one command where there is one, and otherwise one by one, as `unlink` does. It never fails, because the change is made and another
 * process can settle the event.
 */
export function* settle(
  process: Process,
  values: Values,
  [flow, joined]: readonly [FlowName, string | null],
  decided?: Doc | null,
): Flow<void> {
  const own = `${process.name}.announcement`;
  try {
    if (joined !== null && decided && (yield* settleTogether(process, values, [flow, joined], decided)))
      return;
    yield* settleUntil(process, values, flow === 'end all sessions' ? flow : 'unlink', own);
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
  }
}

/** `settleTogether`: the outbox up to the own one, as the deciding write left them. */
function* settleTogether(
  process: Process,
  values: Values,
  [flow, name]: readonly [FlowName, string],
  user: Doc,
): Flow<boolean> {
  const own = `${process.name}.announcement`;
  const outbox = outboxOf(user);
  const settled = outbox.slice(0, outbox.findIndex(({ _id }) => _id === own) + 1);
  const before = Number(user['eventSequence'] ?? 0);
  let sequence = before;
  const command = process.history.model.command(flow, name);
  const bind = (bound: Values) => command.bind(process.bindings({ ...values, ...bound }));
  const operations: BoundOperation[] = [];
  for (const { _id: announcement, events } of settled) {
    operations.push(...bind({ announcement }).filter(({ collection }) => collection === 'activity'));
    for (const { _id: event } of events) {
      sequence++;
      const inserts = bind({ event, sequence }).filter(({ collection }) => collection === 'events');
      operations.push(...inserts.slice(0, 1));
    }
  }
  const ids = settled.map(({ _id }) => _id);
  const last = bind({ oldest: ids[0], settled: ids, count: sequence - before }).at(-1);
  if (last) operations.push(last);
  const answers = yield* process.sendBound(command, operations);
  // A command that an index refused ends there.
  return answers.length === operations.length && answers.every(({ count }) => count === 1);
}

/** `settleOldest`, until this announcement is settled: the outbox of the person, oldest first. A repetition changes nothing. */
function* settleUntil(
  process: Process,
  values: Values,
  flow: keyof typeof ONE_BY_ONE,
  until: string,
): Flow<void> {
  const [read, ...writes] = ONE_BY_ONE[flow];
  for (;;) {
    const [found] = yield* process.send(flow, read, { ...values, announcement: until });
    const user = found?.doc;
    const [oldest] = outboxOf(user);
    if (!user || !oldest) return;
    const { _id: announcement, events } = oldest;
    const before = Number(user['eventSequence'] ?? 0);
    for (const name of writes) {
      if (name === 'insert events') {
        for (const [index, { _id: event }] of events.entries())
          yield* process.send(flow, name, { ...values, event, sequence: before + index + 1 });
      } else if (name !== 'insert audit' || announcement === until) {
        const bound = { announcement, oldest: announcement, count: events.length };
        yield* process.send(flow, name, { ...values, ...bound });
      }
    }
    if (announcement === until) return;
  }
}

/** `settleUnsettledSecurityEvents`, for one person. */
export function* repair(process: Process, values: Values): Flow<void> {
  const [left] = yield* process.send('repair', 'find users', values);
  for (const { _id } of outboxOf(left?.doc)) yield* settleUntil(process, values, 'repair', _id);
}
