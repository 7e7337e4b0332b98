import type { AuditRow, ListAuditInput } from '../../../shared/schemas/audit.ts';
import { midnightOf, startOfDay } from '../local-day.ts';

export type AuditAction = AuditRow['action'];

/** As the address has them. */
export interface AuditSearch {
  readonly subject?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly by?: string | undefined;
  readonly time?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** The actions of a group begin with its name. */
export const GROUPS = ['user', 'service-key', 'webhook', 'job', 'credentials'] as const;
/** The lists of the schema would load zod. */
export const ACTOR_KINDS = ['administrator', 'service-key', 'server'] as const;
export const TIMES = ['today', '7', '30', 'dates'] as const;

/** Anybody can write an address, so what the server would refuse is left out. */
export function filtersOf(
  search: AuditSearch,
  actions: readonly AuditAction[],
  now: Date,
): Partial<ListAuditInput> {
  const group = GROUPS.find((each) => each === search.action);
  const chosen = actions.filter((each) => (group ? each.startsWith(group) : each === search.action));
  const actorKind = ACTOR_KINDS.find((each) => each === search.by);
  const subject = documentIdOf(search.subject);
  const actor = documentIdOf(search.actor);
  return {
    ...(chosen.length > 0 && { actions: chosen }),
    ...(actorKind && { actorKind }),
    ...(subject !== undefined && { subject }),
    ...(actor !== undefined && { actor }),
    ...periodOf(search, now),
  };
}

/** Days in the address are chosen dates, unless it says otherwise. */
export function timeOf({ time, from, until }: AuditSearch): (typeof TIMES)[number] | undefined {
  const hasDays = from !== undefined || until !== undefined;
  return TIMES.find((each) => each === time) ?? (hasDays ? 'dates' : undefined);
}

export function documentIdOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{24}$/.test(text) ? text : undefined;
}

function periodOf(search: AuditSearch, now: Date): Pick<ListAuditInput, 'from' | 'until'> {
  const time = timeOf(search);
  if (time === undefined) return {};
  if (time !== 'dates') {
    const from = midnightOf(now, time === 'today' ? 0 : 1 - Number(time));
    return from === undefined ? {} : { from };
  }
  const from = startOfDay(search.from);
  const until = startOfDay(search.until, 1);
  return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
}
