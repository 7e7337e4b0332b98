import type { ProviderMark } from '../../shared/schemas/providers.ts';
import type { MultiFactorClaims } from '../settings/oidc-providers.ts';
import type { BuiltInProviderSettings, OidcProviderSettings } from '../settings/settings.ts';
import { BUILT_IN_MARKS } from './built-in-marks.ts';
import { toClientAuthentication, type ClientAuthentication } from './client-authentication.ts';

/** How long a page waits for registered providers before it shows the known ones. */
const PROVIDER_LIST_WAIT_MS = 200;

interface ProviderClient {
  readonly id: string;
  readonly name: string;
  /** `null`: pages show the first letter of its name. */
  readonly mark: ProviderMark | null;
  readonly clientId: string;
  readonly authentication: ClientAuthentication;
  /** Whether its `email_verified: true` counts as proof of the address. */
  readonly trustEmail: boolean;
  /** Email domains whose users sign in with this provider. */
  readonly domains: readonly string[];
  /** `false`: found by an email address, and offered for such addresses only. */
  readonly listed: boolean;
}

export type IdentityProvider =
  | (ProviderClient & {
      readonly kind: 'oidc';
      readonly issuer: string;
      /** What the operator accepts as two factors; missing: none. */
      readonly multiFactor?: MultiFactorClaims;
    })
  | (ProviderClient & {
      readonly kind: 'built-in';
      readonly type: 'oidc' | 'oauth';
      /** `null` for plain OAuth, which has no discovery. */
      readonly issuer: string | null;
      /** The configured URL of a self-hosted installation. */
      readonly address: string | null;
    });

export interface IdentityProviders {
  /** In display order: configured ones, then registered ones. */
  list(): readonly IdentityProvider[];
  get(id: string): IdentityProvider | undefined;
  /** Like `get`, but reads the database for an unknown id, which another process may have registered. */
  find(id: string): Promise<IdentityProvider | undefined>;
  /** Reads the registered ones again. */
  refresh(): Promise<void>;
  /** Like `refresh`, but waits 200 ms at most, and never rejects. */
  refreshForList(): Promise<void>;
}

/** As stored in an account row. */
export function providerType(provider: IdentityProvider): 'oidc' | 'oauth' {
  return provider.kind === 'oidc' ? 'oidc' : provider.type;
}

/**
 * The issuer that every ID token is verified against, or the address of a self-hosted installation: subjects
 * are unique only within it. `null` for a built-in provider without an issuer, such as GitHub.
 */
export function issuerOfProvider(provider: IdentityProvider): string | null {
  return provider.issuer ?? (provider.kind === 'built-in' ? provider.address : null);
}

/** The path of the `OIDC_<ID>_LOGO` file (`http/provider-logo-route.ts`). */
function providerLogoPath(id: string): string {
  return `/provider-logos/${id}`;
}

/** For `OIDC_<ID>_*` settings and the demo providers. */
export async function toConfiguredProvider(settings: OidcProviderSettings): Promise<IdentityProvider> {
  const { id, name, issuer, clientId, clientSecret, domains, trustEmail, multiFactor } = settings;
  const authentication = await toClientAuthentication({
    method: settings.authMethod ?? (clientSecret === null ? 'none' : 'client_secret_basic'),
    secret: clientSecret,
    privateKey: settings.privateKey ?? null,
  });
  const image = settings.logo ? { image: providerLogoPath(id) } : null;
  const mark = settings.mark ?? image;
  return {
    kind: 'oidc',
    id,
    name,
    mark,
    issuer,
    clientId,
    authentication,
    domains,
    trustEmail,
    listed: true,
    ...(multiFactor ? { multiFactor } : {}),
  };
}

/** For `AUTH_<ID>_*` settings; `metadata` comes from Auth.js's module of this provider. */
export function toBuiltInProvider(
  settings: BuiltInProviderSettings,
  metadata: {
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
    mark: BUILT_IN_MARKS[id] ?? null,
    clientId,
    ...metadata,
    authentication: { method: 'client_secret_basic', secret: clientSecret },
    domains: [],
    listed: true,
  };
}

/** Every process knows a newly registered provider after this time at most. */
const REFRESH_AFTER_MS = 2000;

/** `list` and `get` never wait. A configured provider wins over a registered one with its id or issuer. */
export function createIdentityProviders(
  configured: readonly IdentityProvider[],
  loadRegistered: () => Promise<readonly IdentityProvider[]> = () => Promise.resolve([]),
  onFailure: (error: unknown) => void = () => {},
  listWaitMs = PROVIDER_LIST_WAIT_MS,
): IdentityProviders {
  let all = configured;
  let byId = new Map(configured.map((provider) => [provider.id, provider]));
  let readAt = 0;
  let lastSequence = 0;
  let appliedSequence = 0;

  async function refresh(): Promise<void> {
    const sequence = ++lastSequence;
    readAt = performance.now();
    const registered = await loadRegistered();
    // Of two concurrent reads, the one that started later wins.
    if (sequence < appliedSequence) return;
    appliedSequence = sequence;
    const isConfigured = (each: IdentityProvider) =>
      configured.some(({ id, issuer }) => id === each.id || issuer === each.issuer);
    all = [...configured, ...registered.filter((each) => !isConfigured(each))];
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
      const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, listWaitMs)));
      await Promise.race([refresh().catch(onFailure), timeout]);
      clearTimeout(timer);
    },
  };
}
