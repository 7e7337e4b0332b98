import { PROVIDER_LIST_WAIT_MS } from '../../shared/limits.ts';
import type { BuiltInProviderSettings, OidcProviderSettings } from '../settings/settings.ts';
import { toClientAuthentication, type ClientAuthentication } from './client-authentication.ts';

interface ProviderClient {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly authentication: ClientAuthentication;
  /** Whether this provider's `email_verified: true` counts as proof of the address. */
  readonly trustEmail: boolean;
  /** E-mail domains whose people sign in here. */
  readonly domains: readonly string[];
  /** Whether it is offered to everybody; one that was found by somebody's address is offered to whoever types such an address. */
  readonly listed: boolean;
}

/** An identity provider that people may sign in with, as the product's decisions see it. */
export type IdentityProvider =
  | (ProviderClient & { readonly kind: 'oidc'; readonly issuer: string })
  | (ProviderClient & {
      readonly kind: 'built-in';
      readonly type: 'oidc' | 'oauth';
      /** `null` for plain OAuth, which has no discovery. */
      readonly issuer: string | null;
      /** The address of one's own installation, where it was configured. */
      readonly address: string | null;
    });

export interface IdentityProviders {
  /** Every one, in display order: configured ones, then registered ones. */
  list(): readonly IdentityProvider[];
  get(id: string): IdentityProvider | undefined;
  /** As `get`, and looks for it among those that another process may have registered a moment ago. */
  find(id: string): Promise<IdentityProvider | undefined>;
  /** Reads the registered ones anew. */
  refresh(): Promise<void>;
  /** As `refresh`, for a list that is shown: after 200 ms those that are known stand in for what the database has not answered. Never rejects. */
  refreshForList(): Promise<void>;
}

/** The protocol, as it is stored with an account. */
export function providerType(provider: IdentityProvider): 'oidc' | 'oauth' {
  return provider.kind === 'oidc' ? 'oidc' : provider.type;
}

/**
 * Whose subjects its accounts hold: its issuer, which every ID token is verified against, or the address of an installation of one's own.
 * `null`: what a built-in provider without an issuer stands for, such as GitHub itself.
 */
export function issuerOf(provider: IdentityProvider): string | null {
  return provider.issuer ?? (provider.kind === 'built-in' ? provider.address : null);
}

/** From `OIDC_<ID>_*`, or the demo's. */
export async function toConfiguredProvider(settings: OidcProviderSettings): Promise<IdentityProvider> {
  const { id, name, issuer, clientId, clientSecret, domains, trustEmail } = settings;
  const authentication = await toClientAuthentication({
    method: settings.authMethod ?? (clientSecret === null ? 'none' : 'client_secret_basic'),
    secret: clientSecret,
    privateKey: settings.privateKey ?? null,
  });
  return { kind: 'oidc', id, name, issuer, clientId, authentication, domains, trustEmail, listed: true };
}

/** From `AUTH_<ID>_*`, with what Auth.js's own module says of it. */
export function toBuiltInProvider(
  settings: BuiltInProviderSettings,
  made: {
    name: string;
    type: 'oidc' | 'oauth';
    issuer: string | null;
    address: string | null;
    trustEmail: boolean;
  },
): IdentityProvider {
  const { id, clientId, clientSecret } = settings;
  return {
    kind: 'built-in',
    id,
    clientId,
    ...made,
    authentication: { method: 'client_secret_basic', secret: clientSecret },
    domains: [],
    listed: true,
  };
}

/** A registered provider is known to every process this long after at most. */
const REFRESH_AFTER_MS = 2000;

/**
 * The providers of this moment. The configured ones are fixed; the registered ones are in the database, of which a copy is kept and read
 * anew in the background, so that asking costs nothing. A configured one wins over a registered one of the same id or issuer.
 */
export function createIdentityProviders(
  configured: readonly IdentityProvider[],
  loadRegistered: () => Promise<readonly IdentityProvider[]> = () => Promise.resolve([]),
  onFailure: (error: unknown) => void = () => {},
  listWaitMs = PROVIDER_LIST_WAIT_MS,
): IdentityProviders {
  let all = configured;
  let byId = new Map(configured.map((provider) => [provider.id, provider]));
  let readAt = 0;
  let started = 0;
  let shown = 0;

  async function refresh(): Promise<void> {
    const turn = ++started;
    readAt = performance.now();
    const registered = await loadRegistered();
    // Of two under way at once the later one knows more, whichever answers last.
    if (turn < shown) return;
    shown = turn;
    const taken = (each: IdentityProvider) =>
      configured.some(({ id, issuer }) => id === each.id || issuer === each.issuer);
    all = [...configured, ...registered.filter((each) => !taken(each))];
    byId = new Map(all.map((provider) => [provider.id, provider]));
  }

  function refreshWhenDue(): void {
    if (readAt === 0 || performance.now() - readAt > REFRESH_AFTER_MS) refresh().catch(onFailure);
  }

  return {
    list() {
      refreshWhenDue();
      return all;
    },
    get(id) {
      refreshWhenDue();
      return byId.get(id);
    },
    async find(id) {
      if (!byId.has(id)) await refresh();
      return byId.get(id);
    },
    refresh,
    async refreshForList() {
      let timer: NodeJS.Timeout | undefined;
      const timeIsUp = new Promise<void>((resolve) => (timer = setTimeout(resolve, listWaitMs)));
      await Promise.race([refresh().catch(onFailure), timeIsUp]);
      clearTimeout(timer);
    },
  };
}
