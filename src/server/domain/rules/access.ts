import type { Filter } from 'mongodb';
import type { z } from 'zod';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import type { suspension } from '../../../shared/schemas/users.ts';
import { AppError } from '../../app-error.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Suspension } from '../../database/administration-documents.ts';
import type { UserDocument } from '../../database/user-documents.ts';

export function isAdministrator({ roles = [] }: Pick<UserDocument, 'roles'>): boolean {
  return roles.includes(ADMINISTRATOR);
}

/**
 * Whether a role is grave. A grave role needs the own proof of the user for the whole account, and ends what
 * began before (decision 065).
 */
export function isGrave({ graveRoles }: Pick<Configuration, 'graveRoles'>, role: string): boolean {
  return role === ADMINISTRATOR || graveRoles.has(role);
}

const NONE: readonly string[] = [];

/** A stored role that is no longer declared allows nothing. */
export function permissionsOf(
  { roles: declared }: Pick<Configuration, 'roles'>,
  { roles = NONE }: Pick<UserDocument, 'roles'>,
): readonly string[] {
  if (roles.length === 0 || declared.size === 0) return NONE;
  return [...new Set(roles.flatMap((role) => declared.get(role) ?? []))];
}

export function isSuspended({ suspension }: Pick<UserDocument, 'suspension'>, now: Date): boolean {
  return suspension !== undefined && (suspension.until === null || suspension.until > now);
}

/** The caller has verified the user, or a link that only the user got. Throws `ACCOUNT_SUSPENDED`. */
export function requireNoSuspension(user: Pick<UserDocument, 'suspension'>, now: Date): void {
  if (isSuspended(user, now)) throw new AppError('ACCOUNT_SUSPENDED');
}

/** Matches users who are not suspended. It is in the filter of every write that signs somebody in. */
export function notSuspended(now: Date): Filter<UserDocument> {
  return { $or: [{ suspension: { $exists: false } }, { 'suspension.until': { $lte: now } }] };
}

/** Matches suspended users. `$gt` is the condition of the partial index. */
export function suspendedNow(now: Date): Filter<UserDocument> {
  return {
    'suspension.at': { $gt: new Date(0) },
    $or: [{ 'suspension.until': null }, { 'suspension.until': { $gt: now } }],
  };
}

export function toSuspension({ reason, at, until }: Suspension): z.infer<typeof suspension> {
  return { reason, at: at.toISOString(), until: until?.toISOString() ?? null };
}
