import { aalOf } from '../../src/shared/assurance-level.ts';
import type { Session } from './client.ts';

/** 1: any sign-in. 2: a passkey, or two different factors with an authenticator app or a recovery code. */
export type Level = 1 | 2;

export interface ProofAge {
  /** The maximum age in seconds; default 600. `Infinity` accepts any proof of the session. */
  readonly within?: number;
}

/** Foyer's own limit for sensitive changes. */
export const WITHIN_SECONDS = 600;

/** Whether the user verified this level within `within` seconds (default 600), by this machine's clock. */
export function hasLevel(
  session: Pick<Session, 'proofs'> | null,
  level: Level,
  { within = WITHIN_SECONDS }: ProofAge = {},
): boolean {
  const since = Date.now() - within * 1000;
  const recent = session?.proofs.filter(({ at }) => Date.parse(at) >= since) ?? [];
  return recent.length > 0 && aalOf(recent) >= level;
}
