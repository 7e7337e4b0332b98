import { DAY_MS, DELIVERY_LEASE_MS, HOUR_MS, JOB_LEASE_MS } from '../src/shared/limits.ts';
import { listOf, textOf, type Doc } from './documents.ts';
import * as flows from './flows.ts';
import { ELECTION_TIMEOUT_MS, History, type Flow, type Process } from './history.ts';
import type { Model } from './model.ts';
import { SeededRandom } from '../src/testing/run/seeded-random.ts';
import { repair } from './writing-outboxes.ts';
import {
  aJob,
  aNumberedEvent,
  anEvent,
  aUser,
  DUE_DELIVERY,
  ENDPOINT,
  LINK,
  OF_CLIENT,
  OWN,
  PARTITION,
  SESSION,
  START,
  USER,
  WITH_CLIENT,
} from './stored-people.ts';

type Scenario = (model: Model, choices: SeededRandom) => History;

const doneWith = (value: unknown) => (process: Process) =>
  process.outcome?.kind === 'done' && process.outcome.value === value;

/** Who took what, in true time. By the difference of clocks, a lease may seem over to another process. */
class Leases {
  readonly #history: History;
  readonly #leaseMs: number;
  readonly #taken = new Map<string, { readonly at: number; readonly by: Process }>();

  constructor(history: History, leaseMs: number) {
    this.#history = history;
    this.#leaseMs = leaseMs;
  }

  take(id: string, until: number, by: Process): void {
    const at = until - this.#leaseMs - by.skewMs;
    const before = this.#taken.get(id);
    const differenceMs = Math.abs(by.skewMs - (before?.by.skewMs ?? 0));
    // The answers of two takings may come in reverse order.
    const isFree = !before || Math.abs(at - before.at) >= this.#leaseMs - differenceMs;
    this.#history.mustHold(isFree, 'two processes have one lease');
    if (!before || at > before.at) this.#taken.set(id, { at, by });
  }

  /** The holder gives the lease back, perhaps unheard. */
  end(id: string): void {
    this.#taken.delete(id);
  }
}

/** One process wins; none only when one was killed or got no answer. */
function requireOneWinner(
  history: History,
  users: readonly Process[],
  won: (process: Process) => boolean,
): void {
  const winners = users.filter(won).length;
  const isSure = users.every(({ outcome }) => outcome?.kind === 'done');
  history.mustHold(winners <= 1, 'two winners');
  history.mustHold(winners === 1 || !isSure, 'no winner');
}

const writesOf = (history: History, process: Process, collection: string) =>
  history.set.primary().log.filter((entry) => entry.by === process.name && entry.collection === collection);

/** Writes the outbox of a killed process. Then every change has its events once, in order of the person. */
function requireEvents(history: History): void {
  const [person] = history.set.stored('users');
  history.time += HOUR_MS;
  if (person && history.model.rules.repair)
    history.finish('repair', (process) => repair(process, { user: person['_id'] }));
  const decided = new Set<string>();
  for (const { collection, before, after } of history.set.primary().log) {
    if (collection !== 'users' || !after) continue;
    const known = new Set(listOf(before, 'outbox').map(({ _id }) => _id));
    for (const each of listOf(after, 'outbox')) {
      if (known.has(each['_id'])) continue;
      for (const event of listOf(each, 'events')) decided.add(textOf(event['_id']));
    }
  }
  const events = history.set.stored('events');
  const ids = new Set(events.map(({ _id }) => _id));
  for (const id of decided) history.mustHold(ids.has(id), 'a lost event');
  history.mustHold(events.length <= decided.size, 'an event without a change');
  const sequences = events.map(({ sequence }) => sequence);
  history.mustHold(new Set(sequences).size === sequences.length, 'two events with one place');
  // Otherwise the next event leaves a gap.
  const counted = Number(history.set.stored('users')[0]?.['eventSequence'] ?? 0);
  history.mustHold(
    events.length === 0 || counted === Math.max(...sequences.map(Number)),
    'a miscount of events',
  );
  for (const process of history.processes) {
    const [change] = writesOf(history, process, 'users');
    const isDecided = change === undefined || decided.has(`${process.name}.event`);
    if (process.name.startsWith('change')) history.mustHold(isDecided, 'a change without an event');
  }
}

function requireAcknowledged(history: History, processes: readonly Process[], collection: string): void {
  for (const process of processes)
    history.mustHold(writesOf(history, process, collection).length > 0, 'an acknowledged change is lost');
}

/** A session was used after its end. Only a primary that does not know of its successor may allow that. */
function requireStaleRead({ history, lastRead }: Process, endedAt: number, fault: string): void {
  const age = lastRead.at - endedAt;
  history.mustHold(lastRead.from === 'superseded primary' && age <= ELECTION_TIMEOUT_MS, fault);
  history.stalestMs = Math.max(history.stalestMs, age);
}

/** Several browsers sign in first with one provider account. */
const firstSignIns: Scenario = (model, choices) => {
  const history = new History(model, choices, []);
  const browsers = [1, 2, 3].map((each) =>
    history.start(`change${each}`, (process) => flows.firstSignIn(process, { key: 'one:1', subject: '1' })),
  );
  history.run();
  history.mustHold(history.set.stored('users').length <= 1, 'two users with one account');
  const owners = browsers.flatMap(({ outcome }) => (outcome?.kind === 'done' ? [outcome.value] : []));
  const [user] = history.set.stored('users');
  for (const owner of owners)
    history.mustHold(owner === null || user?.['_id'] === owner, 'somebody is signed in as nobody');
  requireEvents(history);
  return history;
};

const linkUses: Scenario = (model, choices) => {
  const history = new History(model, choices, [
    ['verification_tokens', LINK],
    ['users', aUser({ sessions: [] })],
  ]);
  const use = function* (process: Process): Flow {
    if (!(yield* flows.consumeLink(process, { identifier: 'identifier' }))) return 'refused';
    return (yield* flows.signIn(process, USER)) ? 'signed in' : 'not signed in';
  };
  const browsers = [1, 2, 3].map((each) => history.start(`change${each}`, use));
  history.run();
  requireOneWinner(history, browsers, doneWith('signed in'));
  requireAcknowledged(history, browsers.filter(doneWith('signed in')), 'users');
  const [user] = history.set.stored('users');
  history.mustHold(listOf(user, 'sessions').length <= 1, 'two sessions of one link');
  requireEvents(history);
  return history;
};

/** A session ends while it is checked and changes something. */
const revocations: Scenario = (model, choices) => {
  // A check writes the use of a session only now and then.
  const lastSeenAt = choices.chance(0.5) ? START : START - DAY_MS;
  const history = new History(model, choices, [
    ['users', aUser({ email: 'ada@example.test', emailVerified: START })],
    ['sessions', { ...SESSION, lastSeenAt }],
  ]);
  let endedAt = Infinity;
  const onEnded = () => (endedAt = history.time);
  const ending = history.start('change-end', (process) => flows.signOut(process, OWN, { onEnded }));
  history.start('check', function* (process): Flow<void> {
    for (let round = 0; round < 8; round++) {
      const begun = history.time;
      const isLive = yield* flows.checkSession(process, OWN);
      if (!isLive || begun <= endedAt) continue;
      requireStaleRead(process, endedAt, 'an ended session is live');
    }
  });
  const change = history.start('change-unlink', (process) => flows.unlink(process, { ...OWN, key: 'two:2' }));
  history.run();
  // The first write is the deciding one. The others write the outbox.
  const [decision] = writesOf(history, change, 'users');
  history.mustHold(!decision || lists(decision.before), 'a change by an ended session');
  const isLive = doneWith(true)(history.finish('last check', (process) => flows.checkSession(process, OWN)));
  history.mustHold(!isLive || (endedAt === Infinity && ending.outcome?.kind !== 'done'), 'a revived session');
  requireEvents(history);
  return history;
};

const lists = (user: Doc | undefined, session = 'session') =>
  listOf(user, 'sessions').some(({ id }) => id === session);

/** All sessions of a person end while somebody with a valid proof signs in. */
const endings: Scenario = (model, choices) => {
  const history = new History(model, choices, [
    ['users', aUser()],
    ['sessions', SESSION],
  ]);
  const ending = history.start('change-end', (process) =>
    flows.endAllSessions(process, { ...USER, listed0: 'session' }),
  );
  const browser = history.start('change', (process) => flows.signIn(process, { ...USER, token: 'new' }));
  history.run();
  const [listing] = writesOf(history, browser, 'users');
  history.mustHold(listing?.before?.['sessionsValidFrom'] === undefined, 'a proof from before is good');
  const own = { user: 'user', session: 'change.session', token: 'new' } as const;
  const isLive = doneWith(true)(history.finish('last check', (process) => flows.checkSession(process, own)));
  history.mustHold(!isLive || ending.outcome?.kind !== 'done', 'a revived session');
  history.mustHold(!isLive || listing !== undefined, 'a session that nobody listed');
  requireEvents(history);
  return history;
};

/** Both sign-in methods of a person are unlinked at once. */
const unlinks: Scenario = (model, choices) => {
  const history = new History(model, choices, [
    ['users', aUser()],
    ['sessions', SESSION],
  ]);
  const changes = ['one:1', 'two:2'].map((key, index) =>
    history.start(`change${index}`, (process) => flows.unlink(process, { ...OWN, key })),
  );
  history.run();
  const [user] = history.set.stored('users');
  history.mustHold(listOf(user, 'accounts').length >= 1, 'nobody can sign in any more');
  requireOneWinner(history, changes, doneWith(true));
  requireAcknowledged(history, changes.filter(doneWith(true)), 'users');
  requireEvents(history);
  return history;
};

/** Two processes of a client use a refresh token twice each, and the session behind it ends. */
const refreshes: Scenario = (model, choices) => {
  const history = new History(model, choices, WITH_CLIENT);
  let endedAt = Infinity;
  const refreshTwice = function* (process: Process): Flow<boolean> {
    let isWinner = false;
    for (let round = 0; round < 2; round++) {
      const begun = history.time;
      const result = yield* flows.refresh(process, OF_CLIENT);
      isWinner ||= result === 'won';
      history.mustHold(result !== 'won' || begun <= endedAt, 'a refresh of an ended session');
      if (result === 'repeated' && begun > endedAt)
        requireStaleRead(process, endedAt, 'an ended session repeats a refresh');
    }
    return isWinner;
  };
  const uses = [1, 2].map((each) => history.start(`use${each}`, refreshTwice));
  const ends = choices.chance(0.5);
  const onEnded = () => (endedAt = history.time);
  if (ends)
    history.start('change-end', (process) =>
      flows.signOut(process, OF_CLIENT, { flow: 'sign-out with a client', onEnded }),
    );
  history.run();
  const moved = uses.flatMap((use) => writesOf(history, use, 'users'));
  history.mustHold(moved.length <= 1, 'a token was used twice');
  for (const { before } of moved)
    history.mustHold(lists(before, 'clientSession'), 'a refresh of an ended session');
  const won = uses.filter(doneWith(true));
  history.mustHold(won.length <= 1, 'two winners');
  requireAcknowledged(history, won, 'users');
  const isSure = uses.every(({ outcome }) => outcome?.kind === 'done');
  history.mustHold(ends || !isSure || won.length === 1, 'no winner');
  requireEvents(history);
  return history;
};

/** Two sign-ins, two numbering processes, and a follower. */
const followedEvents: Scenario = (model, choices) => {
  const history = new History(model, choices, [
    ['users', aUser({ sessions: [] })],
    ['event_partitions', PARTITION],
  ]);
  for (const each of [1, 2])
    history.start(`change${each}`, (process) => flows.signIn(process, { ...USER, token: `${each}` }));
  for (const each of [1, 2]) history.start(`number${each}`, (process) => flows.number(process, 3));
  const seen: flows.Seen = { cursor: 0, ids: [], isRefused: false };
  history.start('follow', (process) => flows.follow(process, seen, 5));
  history.run();
  requireEvents(history);
  history.finish('last number', (process) => flows.number(process, 2));
  history.finish('last follow', (process) => flows.follow(process, seen, 1));
  requirePositions(history);
  history.mustHold(!seen.isRefused, 'a follower is told that events expired');
  for (const { _id } of history.set.stored('events'))
    history.mustHold(
      seen.isRefused || seen.ids.filter((id) => id === _id).length === 1,
      'a follower missed an event, or saw it twice',
    );
  return history;
};

function requirePositions(history: History): void {
  const events = history.set.stored('events');
  const inOrder = events.toSorted((one, other) => Number(one['position']) - Number(other['position']));
  history.mustHold(
    events.every(({ position }) => Number(position) > 0),
    'an event without a position',
  );
  const positions = events.map(({ position }) => position);
  history.mustHold(new Set(positions).size === positions.length, 'two events with one position');
  const sequences = inOrder.map(({ sequence }) => Number(sequence));
  history.mustHold(
    sequences.every((each, index) => each > (sequences[index - 1] ?? 0)),
    'events out of order',
  );
}

/** A webhook endpoint gets events. It is slow and sometimes refuses. */
const deliveries: Scenario = (model, choices) => {
  const history = new History(model, choices, [
    ['events', aNumberedEvent(1)],
    ['events', anEvent(2)],
    ['event_partitions', { ...PARTITION, last: 1 }],
    ['webhook_endpoints', ENDPOINT],
    ['deliveries', DUE_DELIVERY],
  ]);
  const received = new Map<string, number>();
  const leases = new Leases(history, DELIVERY_LEASE_MS);
  const receive = (works: () => boolean) => (delivery: Doc, process: Process) => {
    const id = textOf(delivery['eventId']);
    leases.take(id, Number(delivery['dueAt']), process);
    if (choices.chance(0.1)) history.time += DELIVERY_LEASE_MS + HOUR_MS;
    if (!works()) {
      leases.end(id);
      return false;
    }
    received.set(id, (received.get(id) ?? 0) + 1);
    return true;
  };
  for (const each of [1, 2]) history.start(`number${each}`, (process) => flows.number(process, 1));
  for (const each of [1, 2])
    history.start(`deliver${each}`, (process) =>
      flows.deliver(
        process,
        4,
        receive(() => choices.chance(0.5)),
      ),
    );
  history.run();
  history.time += HOUR_MS;
  history.finish('last number', (process) => flows.number(process, 2));
  history.finish('last deliver', (process) =>
    flows.deliver(
      process,
      6,
      receive(() => true),
    ),
  );
  for (const { _id } of history.set.stored('events'))
    history.mustHold((received.get(textOf(_id)) ?? 0) >= 1, 'an event was never delivered');
  for (const { collection, before, after } of history.set.primary().log) {
    const isRepeated =
      collection === 'deliveries' && before?.['state'] === 'delivered' && after?.['state'] !== 'delivered';
    history.mustHold(!isRepeated, 'a delivery that arrived is due again');
  }
  requirePositions(history);
  return history;
};

const jobs: Scenario = (model, choices) => {
  const history = new History(model, choices, [
    ['jobs', aJob(1)],
    ['jobs', aJob(2)],
  ]);
  const runs = new Set<string>();
  const leases = new Leases(history, JOB_LEASE_MS);
  const run = ({ _id, runAt }: Doc, process: Process) => {
    leases.take(textOf(_id), Number(runAt), process);
    runs.add(textOf(_id));
  };
  for (const each of [1, 2]) history.start(`run${each}`, (process) => flows.runJobs(process, 4, run));
  history.run();
  history.time += HOUR_MS;
  history.finish('last run', (process) => flows.runJobs(process, 4, run));
  for (const id of ['job1', 'job2']) history.mustHold(runs.has(id), 'a job was never run');
  return history;
};

export const SCENARIOS = {
  'first sign-ins of one account': firstSignIns,
  'uses of one link': linkUses,
  'a session that ends': revocations,
  'an ending of all sessions': endings,
  'removal of both sign-in methods': unlinks,
  'uses of one refresh token': refreshes,
  'followed events': followedEvents,
  'webhook deliveries': deliveries,
  'stored jobs': jobs,
} as const satisfies Readonly<Record<string, Scenario>>;
export type ScenarioName = keyof typeof SCENARIOS;

export function simulate(
  model: Model,
  scenario: ScenarioName,
  seed: number,
): Pick<History, 'faults' | 'stalestMs'> {
  // Neighbouring seeds give unlike choices.
  const choices = new SeededRandom(Math.imul(seed + 1, 0x9e3779b1));
  const { faults, stalestMs } = SCENARIOS[scenario](model, choices);
  return { faults, stalestMs };
}
