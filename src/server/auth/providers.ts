import { customFetch } from '@auth/express';
import type { Provider } from '@auth/express/providers';
import type { Profile } from '@auth/core/types';
import { CHECK_COOKIE_MAX_AGE_MS, VERIFICATION_TOKEN_MAX_AGE_MS } from '../../shared/limits.ts';
import { emailAddress } from '../../shared/schemas/fields.ts';
import type { ProviderFetches } from '../identity-providers/provider-fetches.ts';
import type { IdentityProvider } from '../identity-providers/registry.ts';
import type { BuiltInProviderSettings, Settings } from '../settings.ts';

type OAuthProvider = Extract<
  ReturnType<Extract<Provider, (...args: never[]) => unknown>>,
  { type: 'oidc' | 'oauth' }
>;

export const EMAIL_PROVIDER_ID = 'email';

/** Built-in providers that are the authority for the addresses they call verified; for others a claim is only a claim. */
const TRUSTED_BUILT_INS = new Set(['google', 'apple']);

const CHECKS = ['pkce', 'state', 'nonce'] as const;

/** Loads the built-in providers that are configured. They are modules of Auth.js, one a provider, by its own names. */
export async function loadBuiltInProviders(
  settings: readonly BuiltInProviderSettings[],
): Promise<{ provider: IdentityProvider; factory: BuiltInFactory }[]> {
  return Promise.all(
    settings.map(async (entry) => {
      const module = (await import(`@auth/express/providers/${entry.id}`)) as { default: BuiltInFactory };
      const made = module.default({});
      return {
        provider: {
          kind: 'built-in' as const,
          ...entry,
          name: made.name,
          type: made.type,
          trustEmail: TRUSTED_BUILT_INS.has(entry.id),
        },
        factory: module.default,
      };
    }),
  );
}
export type BuiltInFactory = (options: Record<string, unknown>) => OAuthProvider & { name: string };

/** Makes Auth.js's configuration of each identity provider anew for each request, since Auth.js changes what it is given. */
export interface ProviderFactory {
  (provider: IdentityProvider): Provider;
}

export function createProviderFactory(
  builtIns: ReadonlyMap<string, BuiltInFactory>,
  fetchFor: ProviderFetches,
): ProviderFactory {
  return (provider) => {
    if (provider.kind === 'oidc') {
      return {
        id: provider.id,
        name: provider.name,
        type: 'oidc',
        issuer: provider.issuer,
        clientId: provider.clientId,
        ...(provider.clientSecret === null
          ? { client: { token_endpoint_auth_method: 'none' } }
          : { clientSecret: provider.clientSecret }),
        checks: [...CHECKS],
        profile: (profile: Profile) => toProviderUser(profile, provider.trustEmail),
        [customFetch]: fetchFor(provider),
      } as Provider;
    }
    const factory = builtIns.get(provider.id);
    if (!factory) throw new Error(`built-in provider ${provider.id} was not loaded`);
    const made = factory({
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      ...(provider.issuer === null ? {} : { issuer: provider.issuer }),
    });
    const ownProfile = made.profile as ((profile: Profile, tokens: object) => unknown) | undefined;
    return {
      ...made,
      // OAuth providers that are no OpenID providers have no ID token to carry a nonce.
      checks: made.type === 'oidc' ? [...CHECKS] : ['pkce', 'state'],
      profile: async (profile: Profile, tokens: object) => {
        const user = ownProfile ? ((await ownProfile(profile, tokens)) as Partial<ProviderUser>) : undefined;
        return { ...toProviderUser(profile, provider.trustEmail, user) };
      },
      [customFetch]: fetchFor(provider),
    } as Provider;
  };
}

interface ProviderUser {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
}

/**
 * What we take from a provider. No id is refused (Auth.js would invent one at random, and with it a new user at every sign-in).
 * The address is taken only when the provider is trusted and says exactly `email_verified: true`; "true", 1 or nothing is no.
 */
function toProviderUser(profile: Profile, trustEmail: boolean, own?: Partial<ProviderUser>): ProviderUser {
  const id = own ? own.id : profile.sub;
  if ((typeof id !== 'string' && typeof id !== 'number') || String(id) === '' || String(id).length > 512) {
    throw new TypeError('the identity provider named no subject');
  }
  const address = emailAddress.safeParse(profile.email);
  const proven = trustEmail && profile.email_verified === true && address.success;
  return {
    id: String(id),
    name: text(own ? own.name : (profile.name ?? profile.nickname ?? profile.preferred_username)),
    email: proven ? address.data : null,
    image: httpsUrl(own ? own.image : profile.picture),
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 100) : null;
}

function httpsUrl(value: unknown): string | null {
  return typeof value === 'string' && value.startsWith('https://') && value.length <= 2048 ? value : null;
}

/** Auth.js's e-mail provider over our own sign-in mail. `send` stores token and code and sends the mail, or rejects. */
export function createEmailProvider(settings: Settings, send: (email: string) => Promise<void>): Provider {
  return {
    id: EMAIL_PROVIDER_ID,
    type: 'email',
    name: 'Email',
    from: settings.mailFrom,
    maxAge: VERIFICATION_TOKEN_MAX_AGE_MS / 1000,
    secret: settings.authSecret,
    normalizeIdentifier: (identifier) => emailAddress.parse(identifier),
    sendVerificationRequest: ({ identifier }) => send(identifier),
    options: {},
  } as Provider;
}

export const CHECK_COOKIE_MAX_AGE_SECONDS = CHECK_COOKIE_MAX_AGE_MS / 1000;
