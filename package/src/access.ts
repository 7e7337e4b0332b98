import type { Permission, Role } from './config.ts';

/** A session, or the claims of `verifySessionToken`. */
export interface Permitted {
  readonly permissions: readonly Permission[];
}

/** Whether the user's roles allow the permission; `false` without a session. */
export function can(session: Permitted | null | undefined, permission: Permission): boolean {
  return session?.permissions.includes(permission) ?? false;
}

/** What these roles allow. An undeclared role allows nothing. */
export function permissionsOf(
  roles: readonly Role[],
  declared: Readonly<Record<string, readonly Permission[]>>,
): Permission[] {
  return [...new Set(roles.flatMap((role) => (Object.hasOwn(declared, role) ? (declared[role] ?? []) : [])))];
}
