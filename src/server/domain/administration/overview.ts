import { MongoServerError, type Condition, type Filter } from 'mongodb';
import { DAY_MS, HOUR_MS } from '../../../shared/limits.ts';
import type { Overview } from '../../../shared/schemas/administration.ts';
import type { DailyCountDocument } from '../../database/administration-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { differentPeopleIn } from '../activity/active-people.ts';
import { providerNameIn } from '../activity/activity-list.ts';
import { dayOf, hourOf } from '../activity/daily-counts.ts';
import { suspendedNow } from '../rules/access.ts';
import { GIVEN_UP } from './failed-jobs.ts';
import { WITH_METHOD } from './user-list.ts';

/** Reads each count by an index. The number of users is an estimate and includes a few deleted ones. */
export async function readOverview(
  deps: Pick<Dependencies, 'collections' | 'identityProviders' | 'now'>,
  days: number,
): Promise<Overview> {
  const { users, administrators, jobs } = deps.collections;
  const now = deps.now();
  const [people, suspended, withPasskey, withSecondFactor, members, period, waitingMails, failedJobs] =
    await Promise.all([
      users.estimatedDocumentCount(),
      users.countDocuments(suspendedNow(now)),
      countUnlessSlow(users, WITH_METHOD.passkey),
      countUnlessSlow(users, WITH_METHOD.totp),
      administrators.findOne({ _id: 'administrators' }),
      readPeriod(deps, days),
      jobs.countDocuments({ kind: 'mail', runAt: { $gt: new Date(0) } }),
      jobs.countDocuments(GIVEN_UP),
    ]);
  return {
    people,
    suspended,
    withPasskey,
    withSecondFactor,
    administrators: members?.members.length ?? 0,
    ...period,
    waitingMails,
    failedJobs,
  };
}

/** How long a count may take that reads an entry of the index for each one. */
const COUNT_MAX_MS = 1_000;
/** https://www.mongodb.com/docs/manual/reference/error-codes/ */
const MAX_TIME_EXPIRED = 50;

/** `null` among so many people that it takes too long, so that the other figures are shown. */
async function countUnlessSlow(
  users: Dependencies['collections']['users'],
  filter: Filter<UserDocument>,
): Promise<number | null> {
  try {
    return await users.countDocuments(filter, { maxTimeMS: COUNT_MAX_MS });
  } catch (error) {
    if (error instanceof MongoServerError && error.code === MAX_TIME_EXPIRED) return null;
    throw error;
  }
}

type Kind = DailyCountDocument['kind'];

interface CountRow {
  /** The beginning of an hour or a day. */
  readonly at: Date;
  readonly kind: Kind;
  readonly method: string;
  readonly count: number;
}

/** One day is the last 24 hours, by hour. More days end with today, by day. */
async function readPeriod(
  deps: Pick<Dependencies, 'collections' | 'identityProviders' | 'now'>,
  days: number,
) {
  const now = deps.now();
  const isByHour = days === 1;
  const unit = isByHour ? HOUR_MS : DAY_MS;
  const since = isByHour
    ? new Date(hourOf(now).getTime() - DAY_MS + HOUR_MS)
    : new Date(dayOf(now).getTime() - (days - 1) * DAY_MS);
  const sinceBefore = new Date(since.getTime() - days * DAY_MS);
  const rows = isByHour
    ? await readByHour(deps, { $gte: dayOf(sinceBefore) })
    : await readByDay(deps, sinceBefore, new Date(now.getTime() - days * DAY_MS));
  const current = rows.filter(({ at }) => at >= since);
  const before = rows.filter(({ at }) => at >= sinceBefore && at < since);
  const ofKind = (kind: Kind, from: readonly CountRow[]) => from.filter((each) => each.kind === kind);
  const countsOf = (kind: Kind) =>
    sumBy(ofKind(kind, current), ({ at, method }) => `${at.toISOString()} ${method}`).map(
      ({ at, method, count }) => ({
        at: at.toISOString(),
        method,
        methodName: providerNameIn(deps, method),
        count,
      }),
    );
  const activeKind = isByHour ? 'active-in-hour' : 'active-in-day';
  return {
    days,
    since: since.toISOString(),
    signUps: countsOf('sign-up'),
    signIns: countsOf('sign-in'),
    failures: countsOf('sign-in-failed'),
    active: sumBy(ofKind(activeKind, current), ({ at }) => at.toISOString()).map(({ at, count }) => ({
      at: at.toISOString(),
      count,
    })),
    activePeople: differentPeopleIn(ofKind(activeKind, current), since, unit),
    before: {
      signUps: totalOf(ofKind('sign-up', before)),
      signIns: totalOf(ofKind('sign-in', before)),
      failures: totalOf(ofKind('sign-in-failed', before)),
      activePeople: differentPeopleIn(ofKind(activeKind, before), sinceBefore, unit),
    },
  };
}

/** The last day of the period before ends at `endBefore`, because today has not ended either. */
async function readByDay(
  { collections }: Pick<Dependencies, 'collections'>,
  sinceBefore: Date,
  endBefore: Date,
): Promise<CountRow[]> {
  const lastDay = dayOf(endBefore);
  const [hours, wholeDays] = await Promise.all([
    readByHour({ collections }, lastDay),
    collections.dailyCounts
      .aggregate<CountRow>([
        { $match: { day: { $gte: sinceBefore, $ne: lastDay }, kind: { $ne: 'active-in-hour' } } },
        {
          $group: {
            _id: { day: '$day', kind: '$kind', method: '$method' },
            count: { $sum: '$count' },
          },
        },
        { $sort: { _id: 1 } },
        { $project: { _id: 0, at: '$_id.day', kind: '$_id.kind', method: '$_id.method', count: 1 } },
      ])
      .toArray(),
  ]);
  return [...hours.filter(({ at }) => at <= endBefore), ...wholeDays];
}

/** At most three days. A document of an earlier version has no hours: all is counted at its first one. */
async function readByHour(
  { collections }: Pick<Dependencies, 'collections'>,
  day: Condition<Date>,
): Promise<CountRow[]> {
  const rows = await collections.dailyCounts.find({ day }).toArray();
  return rows.flatMap(({ day: start, kind, method, count: total, hours = { 0: total } }) =>
    Object.entries(hours).map(([hour, count]) => ({
      at: new Date(start.getTime() + Number(hour) * HOUR_MS),
      kind,
      method,
      count,
    })),
  );
}

/** Oldest first. */
function sumBy(rows: readonly CountRow[], keyOf: (row: CountRow) => string): CountRow[] {
  const sums = new Map<string, CountRow>();
  for (const row of rows) {
    const key = keyOf(row);
    sums.set(key, { ...row, count: row.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function totalOf(rows: readonly CountRow[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
