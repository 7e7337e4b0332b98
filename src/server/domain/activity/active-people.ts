import { DAY_MS, HOUR_MS, OVERVIEW_DAYS_MAX, SECOND_MS } from '../../../shared/limits.ts';
import { startRepeatedWork } from '../../database/repeated-work.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Log } from '../../log/log-lines.ts';
import { activeUser } from '../rules/active-user.ts';
import { countOnDay, dayOf, hourOf, type CountDependencies } from './daily-counts.ts';

type ActiveUser = Pick<UserDocument, '_id' | 'lastActiveAt'>;

/**
 * Counts a person in each hour and each day in which one of their sessions is used, with the time since they
 * were active before. From these gaps follows how many different people a period had (`differentPeopleIn`).
 */
export interface ActivePeople {
  /** The use of a session. It costs no command, because a check of a session must stay cheap. */
  note(user: ActiveUser): void;
  /** Counts all people who were noted since the last time. A kill before it loses their counts. */
  store(): Promise<void>;
}

export function createActivePeople(deps: CountDependencies & { readonly now: () => Date }): ActivePeople {
  /** By their gaps, and by id. */
  let noted = new Map<string, Map<string, NotedPerson>>();
  return {
    note(user) {
      const at = deps.now();
      const hours = gapOf(hourOf, HOUR_MS, at, user.lastActiveAt);
      if (hours <= 0) return;
      const days = gapOf(dayOf, DAY_MS, at, user.lastActiveAt);
      const gaps = [
        hourOf(at).getTime(),
        Math.min(hours, DAY_HOURS),
        Math.min(days, OVERVIEW_DAYS_MAX),
      ].join();
      const group = noted.get(gaps) ?? new Map<string, NotedPerson>();
      noted.set(gaps, group.set(user._id.toHexString(), { user, at, hours, days }));
    },
    async store() {
      const groups = noted.values();
      noted = new Map();
      for (const people of groups) await countTogether(deps, [...people.values()]);
    },
  };
}

interface NotedPerson {
  readonly user: ActiveUser;
  readonly at: Date;
  /** The gaps. `Infinity`: not active before, as far as it is recorded. */
  readonly hours: number;
  readonly days: number;
}

/** All have the same gaps. */
async function countTogether(deps: CountDependencies, people: readonly NotedPerson[]): Promise<void> {
  const [first] = people;
  if (!first) return;
  const { at, hours, days } = first;
  const count = (kind: 'active-in-hour' | 'active-in-day', gap: number, number: number) =>
    countOnDay(deps, { kind, method: String(gap), at, by: '', count: number });
  // If two processes noted a person, one counts.
  const { modifiedCount } = await deps.collections.users.bulkWrite(
    people.map(({ user: { _id, lastActiveAt }, at: activeAt }) => ({
      updateOne: {
        filter: { ...activeUser(_id), lastActiveAt: lastActiveAt ?? { $exists: false } },
        update: { $set: { lastActiveAt: activeAt } },
      },
    })),
    { ordered: false },
  );
  if (modifiedCount === 0) return;
  await count('active-in-hour', Math.min(hours, DAY_HOURS), modifiedCount);
  if (days > 0) await count('active-in-day', Math.min(days, OVERVIEW_DAYS_MAX), modifiedCount);
}

const DAY_HOURS = DAY_MS / HOUR_MS;

function gapOf(startOf: (at: Date) => Date, unit: number, at: Date, before: Date | undefined): number {
  return before ? (startOf(at).getTime() - startOf(before).getTime()) / unit : Number.POSITIVE_INFINITY;
}

interface ActivePeopleRow {
  /** The beginning of the hour or day. */
  readonly at: Date;
  /** The gap. */
  readonly method: string;
  readonly count: number;
}

/** A kill loses the counts of this time. */
const STORE_EVERY_MS = SECOND_MS;

/** Returns what ends it, and stores the rest. */
export function startStoringActivePeople({
  activePeople,
  log,
}: {
  readonly activePeople: ActivePeople;
  readonly log: Log;
}): () => Promise<void> {
  const work = startRepeatedWork({
    everyMs: STORE_EVERY_MS,
    work: () => activePeople.store(),
    onFailure: (error) => log.warn({ err: error, kind: 'active-in-hour' }, 'not counted for the overview'),
  });
  return async () => {
    await work.stop();
    await activePeople.store();
  };
}

/** Counts each person at their first hour or day of the period: their gap reaches back before its beginning. */
export function differentPeopleIn(rows: readonly ActivePeopleRow[], since: Date, unit: number): number {
  return rows
    .filter(({ at, method }) => Number(method) > Math.floor((at.getTime() - since.getTime()) / unit))
    .reduce((total, { count }) => total + count, 0);
}
