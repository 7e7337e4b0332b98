import type { ReactNode } from 'react';
import type { Permission } from '../config.ts';
import { useCan } from './hooks.ts';

export interface ProtectProps {
  readonly permission: Permission;
  /** The content for everybody else. It is not shown while it is unknown who is signed in. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Shows its children to users with this permission. It hides them from others, but protects no data: the server must ask, too
 * (`requirePermission`).
 */
export function Protect({ permission, fallback = null, children }: ProtectProps): ReactNode {
  const isAllowed = useCan(permission);
  if (isAllowed === undefined) return null;
  return isAllowed ? children : fallback;
}
