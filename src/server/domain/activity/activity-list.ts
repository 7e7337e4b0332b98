import type { Filter, ObjectId } from 'mongodb';
import { activityKind, type Activity, type ActivityPage } from '../../../shared/schemas/activity.ts';
import { splitMethods } from '../../../shared/joined-methods.ts';
import type { ActivityDocument, ActivityKind } from '../../database/activity-documents.ts';
import type { SessionDocument } from '../../database/collections.ts';
import type { Dependencies } from '../../dependencies.ts';
import { describeDevice } from '../rules/device.ts';
import { pageOf } from '../rules/list-pages.ts';
import { afterTimeCursor, timeCursorOf } from '../rules/time-cursor.ts';

type ActivityDependencies = Pick<Dependencies, 'collections' | 'identityProviders'>;

/** Newest first, so new events do not shift later pages. Throws `INVALID_INPUT` for an unknown cursor. */
export async function listActivity(
  deps: ActivityDependencies,
  userId: ObjectId,
  page: { cursor?: string | undefined; limit: number; kinds?: readonly ActivityKind[] | undefined },
  /** `null` for an access token. */
  session: Pick<SessionDocument, '_id'> | null,
): Promise<ActivityPage> {
  const filter: Filter<ActivityDocument> = {
    userId,
    ...(page.kinds ? { kind: { $in: [...new Set(page.kinds)] } } : {}),
    ...(page.cursor === undefined ? {} : afterTimeCursor(page.cursor)),
  };
  const rows = await deps.collections.activity
    .find(filter, { sort: { at: -1, _id: -1 }, limit: page.limit + 1 })
    .toArray();
  const { shown, nextCursor } = pageOf(rows, page.limit, timeCursorOf);
  return {
    // A newer version may write kinds that this version does not know.
    events: shown
      .filter(({ kind }) => activityKind.safeParse(kind).success)
      .map((row) => toActivity(deps, row, session)),
    nextCursor,
  };
}

/** Of two steps, one at most is an identity provider. */
export function providerNameIn(
  { identityProviders }: Pick<Dependencies, 'identityProviders'>,
  method: string,
): string | null {
  const [provider] = splitMethods(method).flatMap((each) => identityProviders.get(each) ?? []);
  return provider?.name ?? null;
}

function toActivity(
  deps: ActivityDependencies,
  row: ActivityDocument,
  session: Pick<SessionDocument, '_id'> | null,
): Activity {
  return {
    id: row._id.toHexString(),
    kind: row.kind,
    method: row.method,
    methodName: row.method === null ? null : providerNameIn(deps, row.method),
    label: row.label,
    count: row.count ?? 1,
    device: describeDevice(row.userAgent),
    thisDevice: session !== null && row.sessionId?.equals(session._id) === true,
    ip: row.ip,
    at: row.at.toISOString(),
  };
}
