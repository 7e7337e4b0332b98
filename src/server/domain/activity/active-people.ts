import { DAY_MS, HOUR_MS, OVERVIEW_DAYS_MAX } from '../../../shared/limits.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { activeUser } from '../rules/active-user.ts';
import { countOnDay, dayOf, hourOf } from './daily-counts.ts';

type ActiveUser = Pick<UserDocument, '_id' | 'lastActiveAt'>;

/**
 * Counts a person in each hour and each day in which one of their sessions is used, with the time since they
 * were active before. From these gaps follows how many different people a period had (`differentPeopleIn`).
 * Never fails. A crash may lose a count.
 */
export async function countActivePerson(
  deps: Pick<Dependencies, 'collections' | 'log' | 'now'>,
  { _id, lastActiveAt }: ActiveUser,
): Promise<void> {
  const at = deps.now();
  const hours = gapOf(hourOf, HOUR_MS, at, lastActiveAt);
  if (hours <= 0) return;
  const days = gapOf(dayOf, DAY_MS, at, lastActiveAt);
  try {
    // If two requests run at once, one counts.
    const { modifiedCount } = await deps.collections.users.updateOne(
      { ...activeUser(_id), lastActiveAt: lastActiveAt ?? { $exists: false } },
      { $set: { lastActiveAt: at } },
    );
    if (modifiedCount === 0) return;
  } catch (error) {
    deps.log.warn({ err: error, kind: 'active-in-hour' }, 'not counted for the overview');
    return;
  }
  // Most people come back soon, or after longer than is counted. These counts need several documents.
  const count = (kind: 'active-in-hour' | 'active-in-day', gap: number, max: number) => {
    const isCommon = gap === 1 || gap >= max;
    const by = isCommon ? _id.toHexString() : '';
    return countOnDay(deps, { kind, method: String(Math.min(gap, max)), at, by });
  };
  await Promise.all([
    count('active-in-hour', hours, DAY_HOURS),
    days > 0 && count('active-in-day', days, OVERVIEW_DAYS_MAX),
  ]);
}

const DAY_HOURS = DAY_MS / HOUR_MS;

/** `Infinity`: not active before, as far as it is recorded. */
function gapOf(startOf: (at: Date) => Date, unit: number, at: Date, before: Date | undefined): number {
  return before ? (startOf(at).getTime() - startOf(before).getTime()) / unit : Number.POSITIVE_INFINITY;
}

interface ActivePeople {
  /** The beginning of the hour or day. */
  readonly at: Date;
  /** The gap. */
  readonly method: string;
  readonly count: number;
}

/** Counts each person at their first hour or day of the period: their gap reaches back before its beginning. */
export function differentPeopleIn(rows: readonly ActivePeople[], since: Date, unit: number): number {
  return rows
    .filter(({ at, method }) => Number(method) > Math.floor((at.getTime() - since.getTime()) / unit))
    .reduce((total, { count }) => total + count, 0);
}
