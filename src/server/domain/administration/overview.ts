import { DAY_MS } from '../../../shared/limits.ts';
import type { Overview } from '../../../shared/schemas/administration.ts';
import type { DailyCountDocument } from '../../database/administration-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { suspendedNow } from '../rules/access.ts';
import { providerNameIn } from '../activity/activity-list.ts';
import { dayOf } from '../activity/daily-counts.ts';
import { GIVEN_UP } from './failed-jobs.ts';

/** Reads each count by an index. The number of users is an estimate and includes a few deleted ones. */
export async function readOverview(
  deps: Pick<Dependencies, 'collections' | 'identityProviders' | 'now'>,
  days: number,
): Promise<Overview> {
  const { users, administrators, dailyCounts, jobs } = deps.collections;
  const now = deps.now();
  const since = new Date(dayOf(now).getTime() - (days - 1) * DAY_MS);
  const [people, suspended, members, counts, waitingMails, failedJobs] = await Promise.all([
    users.estimatedDocumentCount(),
    users.countDocuments(suspendedNow(now)),
    administrators.findOne({ _id: 'administrators' }),
    dailyCounts
      .aggregate<Pick<DailyCountDocument, 'day' | 'kind' | 'method' | 'count'>>([
        { $match: { day: { $gte: since } } },
        {
          $group: {
            _id: { day: '$day', kind: '$kind', method: '$method' },
            count: { $sum: '$count' },
          },
        },
        { $sort: { _id: 1 } },
        { $project: { _id: 0, day: '$_id.day', kind: '$_id.kind', method: '$_id.method', count: 1 } },
      ])
      .toArray(),
    jobs.countDocuments({ kind: 'mail', runAt: { $gt: new Date(0) } }),
    jobs.countDocuments(GIVEN_UP),
  ]);
  const countsOf = (kind: DailyCountDocument['kind']) =>
    counts
      .filter((each) => each.kind === kind)
      .map(({ day, method, count }) => ({
        day: day.toISOString().slice(0, 10),
        method,
        methodName: providerNameIn(deps, method),
        count,
      }));
  return {
    people,
    suspended,
    administrators: members?.members.length ?? 0,
    signUps: countsOf('sign-up'),
    signIns: countsOf('sign-in'),
    failures: countsOf('sign-in-failed'),
    waitingMails,
    failedJobs,
  };
}
