import type { PublishedConfiguration } from '../../../src/shared/published-configuration.ts';
import { PUBLISHED_CONFIGURATION_MAX_AGE_MS } from '../../../src/shared/limits.ts';
import { permissionsOf } from '../access.ts';
import type { Permission } from '../config.ts';
import { FoyerError } from '../foyer-error.ts';
import { DEFAULT_TIMEOUT_MS, requestJson, toBase, type Fetch } from '../http.ts';
import { fetchOf, type FoyerServerOptions } from './get-session.ts';

type RolePermissions = PublishedConfiguration['roles'];

interface KnownRoles {
  readonly fetch: Fetch | undefined;
  readonly readAt: number;
  readonly roles: Promise<RolePermissions>;
}

/** The minimum pause between two reads for an unknown role. */
const COOLDOWN_MS = 30_000;
const rolesByAddress = new Map<string, KnownRoles>();

/** By Foyer's configuration, kept for five minutes. Throws `FoyerError` `UNAVAILABLE`. */
export async function permissionsOfRoles(
  roles: readonly string[],
  options: FoyerServerOptions,
): Promise<Permission[]> {
  if (roles.length === 0) return [];
  const known = await readRoles(options, PUBLISHED_CONFIGURATION_MAX_AGE_MS);
  const isComplete = roles.every((role) => Object.hasOwn(known, role));
  const declared = isComplete ? known : await readRoles(options, COOLDOWN_MS);
  return permissionsOf(roles, declared);
}

function readRoles(options: FoyerServerOptions, maxAgeMs: number): Promise<RolePermissions> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, fetch, origin } = options;
  const url = toBase(options.url);
  const name = `${url} ${origin ?? ''} ${timeoutMs}`;
  const cached = rolesByAddress.get(name);
  const now = Date.now();
  if (cached && cached.fetch === fetch && now - cached.readAt < maxAgeMs) return cached.roles;
  const entry = { fetch, readAt: now, roles: requestRoles(url, timeoutMs, options) };
  rolesByAddress.set(name, entry);
  entry.roles.catch(() => {
    if (rolesByAddress.get(name) === entry) rolesByAddress.delete(name);
  });
  return entry.roles;
}

async function requestRoles(
  url: string,
  timeoutMs: number,
  options: FoyerServerOptions,
): Promise<RolePermissions> {
  const address = `${url}/.well-known/foyer-configuration`;
  const { answer, json } = await requestJson(fetchOf(options), timeoutMs, address, { redirect: 'manual' });
  const roles = (json as { roles?: unknown } | null)?.roles;
  if (!answer.ok || !isRolePermissions(roles))
    throw new FoyerError('UNAVAILABLE', {
      cause: new Error(`${address} answered ${answer.status} and no roles`),
    });
  return roles;
}

function isRolePermissions(value: unknown): value is RolePermissions {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      (list) => Array.isArray(list) && list.every((each) => typeof each === 'string'),
    )
  );
}
