import { permissionsOf } from '../access.ts';
import type { Account, Provider, Session } from '../client.ts';
import type { Permission } from '../config.ts';

/** Parts of a session. The rest is an ordinary user who has just signed in. */
export interface SessionParts extends Partial<Omit<Session, 'user'>> {
  readonly user?: Partial<Session['user']>;
}
/** The default export of `foyer.config.ts`. Only its roles are read. */
export interface DeclaredRoles {
  readonly access?: { readonly roles?: Readonly<Record<string, readonly Permission[]>> };
}
export type AccountParts = Partial<Account>;
export type ProviderParts = Partial<Provider>;

const DAY_MS = 86_400_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/**
 * A session of Ada Lovelace, who has just signed in with her password; with `aal: 2` also with an
 * authenticator app. `config` decides the permissions of the roles.
 */
export function aSession({ user, ...parts }: SessionParts = {}, config: DeclaredRoles = {}): Session {
  const now = ago(0);
  const { aal = 1, roles = [] } = parts;
  const isStrong = aal === 2;
  return {
    expires: ago(-30 * DAY_MS),
    authenticatedAt: now,
    proofs: [
      { method: 'password', factor: 'knowledge', at: now },
      ...(isStrong ? [{ method: 'totp', factor: 'possession' as const, at: now }] : []),
    ],
    amr: isStrong ? ['pwd', 'otp', 'mfa'] : ['pwd'],
    aal,
    roles: [],
    permissions: permissionsOf(roles, config.access?.roles ?? {}),
    impersonation: null,
    via: { kind: 'cookie' },
    ...parts,
    user: {
      id: '6500000000000000000000a1',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      image: null,
      data: {},
      ...user,
    },
  };
}

/** A connection to GitHub, one day old. */
export function anAccount(parts: AccountParts = {}): Account {
  return {
    provider: 'github',
    type: 'oauth',
    providerAccountId: '1815',
    label: 'ada',
    labelIsId: false,
    image: null,
    status: 'connected',
    linkedAt: ago(DAY_MS),
    lastUsedAt: null,
    canUnlink: true,
    ...parts,
  };
}

export function aProvider(parts: ProviderParts = {}): Provider {
  const { id = 'github' } = parts;
  return {
    id,
    name: 'GitHub',
    mark: null,
    type: 'oauth',
    signInUrl: `/auth/signin/${id}`,
    linked: false,
    ...parts,
  };
}
