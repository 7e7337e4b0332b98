import type { Permission } from './config.ts';

/** A session, or the claims of `verifySessionToken`. */
export interface Permitted {
  readonly permissions: readonly Permission[];
}

/** Whether the roles of this person allow it. Nobody may do anything without a session. */
export function can(session: Permitted | null | undefined, permission: Permission): boolean {
  return session?.permissions.includes(permission) ?? false;
}
