import type { Filter } from 'mongodb';
import type { UserDocument } from '../../database/user-documents.ts';
import { NO_TRUSTED_BROWSERS } from './second-factor-policy.ts';

/** When many sessions were last ended at once; `null`: never. */
export interface SessionEndings {
  readonly sessionsValidFrom: Date | null;
  readonly otherSessionsEndedAt: Date | null;
}

export function endingsOf({
  sessionsValidFrom,
  otherSessionsEnded,
}: Pick<UserDocument, 'sessionsValidFrom' | 'otherSessionsEnded'>): SessionEndings {
  return {
    sessionsValidFrom: sessionsValidFrom ?? null,
    otherSessionsEndedAt: otherSessionsEnded?.at ?? null,
  };
}

/** `$set` of a write that ends all sessions. Each browser is asked for the second factor again. */
export const sessionsEnded = (at: Date) => ({ sessions: [], sessionsValidFrom: at, ...NO_TRUSTED_BROWSERS });

/** If all sessions were ended since a proof was checked, its session must not become live. */
export function noEndingSince({
  sessionsValidFrom,
  otherSessionsEndedAt,
}: SessionEndings): Filter<UserDocument> {
  return {
    sessionsValidFrom: sessionsValidFrom ?? { $exists: false },
    'otherSessionsEnded.at': otherSessionsEndedAt ?? { $exists: false },
  };
}
