import { useEffect, useState, type ReactNode } from 'react';
import { can } from '../access.ts';
import type { Session } from '../client.ts';
import type { Permission } from '../config.ts';
import { hasLevel, WITHIN_SECONDS, type Level, type ProofAge } from '../has-level.ts';
import { useSession } from './hooks.ts';

/** The first thing that is missing, in this order. */
export type Missing = 'session' | 'permission' | 'level';

export interface ProtectProps extends ProofAge {
  /** The required permission. Default: any signed-in user is shown the children. */
  readonly permission?: Permission;
  /** The level that the user must have verified within `within` seconds. */
  readonly level?: Level;
  /** The content for others, or a function of what is missing. Hidden while the session is unknown. */
  readonly fallback?: ReactNode | ((missing: Missing) => ReactNode);
  readonly children: ReactNode;
}

/**
 * Shows its children to signed-in users, or only to those with a permission or a level. It protects no data:
 * the server must check, too (`requireSession`, `requirePermission`, `requireLevel`).
 */
export function Protect({ fallback = null, children, ...needed }: ProtectProps): ReactNode {
  const { data: session } = useSession();
  useProofEnds(session, needed);
  if (session === undefined) return null;
  const missing = missingOf(session, needed);
  if (missing === null) return children;
  return typeof fallback === 'function' ? fallback(missing) : fallback;
}

/** The limit of `setTimeout`. */
const LONGEST_MS = 2 ** 31 - 1;

/** Renders again when a proof gets too old. React Query does not, because the session stays equal. */
function useProofEnds(
  session: Session | null | undefined,
  { level, within = WITHIN_SECONDS }: Pick<ProtectProps, 'level' | 'within'>,
): void {
  const [timers, setTimers] = useState(0);
  useEffect(() => {
    if (!session || level === undefined) return;
    const now = Date.now();
    const ends = session.proofs.map(({ at }) => Date.parse(at) + within * 1000 + 1);
    const next = Math.min(...ends.filter((end) => end > now));
    if (next === Infinity) return;
    const timer = setTimeout(() => setTimers(timers + 1), Math.min(next - now, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [session, level, within, timers]);
}

function missingOf(
  session: Session | null,
  { permission, level, ...age }: Omit<ProtectProps, 'fallback' | 'children'>,
): Missing | null {
  if (session === null) return 'session';
  if (permission !== undefined && !can(session, permission)) return 'permission';
  if (level !== undefined && !hasLevel(session, level, age)) return 'level';
  return null;
}
