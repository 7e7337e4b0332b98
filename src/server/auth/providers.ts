import { customFetch } from '@auth/express';
import type { Provider } from '@auth/express/providers';
import type { Profile } from '@auth/core/types';
import { NAME_MAX_LENGTH, VERIFICATION_TOKEN_MAX_AGE_MS } from '../../shared/limits.ts';
import { emailAddress } from '../../shared/schemas/fields.ts';
import { toPlainText, toRemoteAddress, toSubject } from '../domain/providers/remote-profile.ts';
import { withFetch } from '../net/ambient-fetch.ts';
import type { ClientAuthentication } from '../identity-providers/client-authentication.ts';
import type { Fetch } from '../net/transport.ts';
import type { ProviderCalls } from '../identity-providers/provider-calls.ts';
import { issuerTemplateOf } from '../identity-providers/tenants.ts';
import { toBuiltInProvider, type IdentityProvider } from '../identity-providers/registry.ts';
import type { BuiltInProviderSettings, Settings } from '../settings/settings.ts';

type OAuthProvider = Extract<
  ReturnType<Extract<Provider, (...args: never[]) => unknown>>,
  { type: 'oidc' | 'oauth' }
>;

export const EMAIL_PROVIDER_ID = 'email';
export const CREDENTIALS_PROVIDER_ID = 'credentials';

/** Auth.js calls mailed links and passwords providers, too. */
export function isOwnProvider(id: string | null | undefined): boolean {
  return id === EMAIL_PROVIDER_ID || id === CREDENTIALS_PROVIDER_ID;
}

/** Their `email_verified` is trusted. The addresses of other built-in providers are only claims. */
const TRUSTED_BUILT_INS = new Set(['google', 'apple']);
const CHECKS = ['pkce', 'state', 'nonce'] as const;

/** Each is a module of Auth.js with the provider's id as its name. */
export async function loadBuiltInProviders(
  settings: readonly BuiltInProviderSettings[],
): Promise<{ provider: IdentityProvider; factory: BuiltInFactory }[]> {
  return Promise.all(
    settings.map(async (entry) => {
      const module = (await import(`@auth/core/providers/${entry.id}`)) as { default: BuiltInFactory };
      const config = module.default({});
      return {
        provider: toBuiltInProvider(entry, {
          name: config.name,
          type: config.type,
          // A plain OAuth provider may have a URL, but has no discovery document.
          issuer:
            config.type === 'oidc' ? (entry.issuer ?? config.issuer ?? issuerOfAllTenants(config)) : null,
          address: entry.issuer,
          trustEmail: TRUSTED_BUILT_INS.has(entry.id),
        }),
        factory: module.default,
      };
    }),
  );
}

/** Auth.js keeps the default issuer of Microsoft Entra, that of all tenants, in the options only. */
function issuerOfAllTenants({ options }: OAuthProvider): string | null {
  const issuer = options?.issuer;
  return typeof issuer === 'string' && issuerTemplateOf(issuer) !== null ? issuer : null;
}

export type BuiltInFactory = (options: Record<string, unknown>) => OAuthProvider & { name: string };

/** Makes a new configuration for each request, because Auth.js changes the object. */
export interface ProviderFactory {
  (provider: IdentityProvider): Provider;
}

export function createProviderFactory(
  builtIns: ReadonlyMap<string, BuiltInFactory>,
  calls: Pick<ProviderCalls, 'signInFetch' | 'grantClient'>,
): ProviderFactory {
  return (provider) => {
    if (provider.kind === 'oidc') {
      return {
        id: provider.id,
        name: provider.name,
        type: 'oidc',
        issuer: provider.issuer,
        clientId: provider.clientId,
        ...authClientOf(provider.authentication),
        checks: [...CHECKS],
        profile: async (profile: Profile, tokens: { access_token?: string }) => {
          await completeProfile(calls, provider, profile, tokens.access_token);
          return toProviderUser(profile, provider.trustEmail);
        },
        [customFetch]: calls.signInFetch(provider),
      } as Provider;
    }
    const factory = builtIns.get(provider.id);
    if (!factory) throw new Error(`built-in provider ${provider.id} was not loaded`);
    const config = factory({
      clientId: provider.clientId,
      ...('secret' in provider.authentication ? { clientSecret: provider.authentication.secret } : {}),
      ...(provider.address === null ? {} : { issuer: provider.address }),
    }) as BuiltInConfig;
    const signInFetch = calls.signInFetch(provider);
    const builtInProfile = config.profile as ((profile: Profile, tokens: object) => unknown) | undefined;
    return {
      ...config,
      // Plain OAuth has no ID token, so no nonce.
      checks: config.type === 'oidc' ? [...CHECKS] : ['pkce', 'state'],
      profile: async (profile: Profile, tokens: object) => {
        // Some fetch a picture here, in a format that we do not use. They get 404.
        const user = builtInProfile
          ? ((await withFetch(notFoundFetch, () => builtInProfile(profile, tokens))) as Partial<ProviderUser>)
          : undefined;
        return { ...toProviderUser(profile, provider.trustEmail, user) };
      },
      ...callsThrough(signInFetch, config),
    } as Provider;
  };
}

/** The parts of a built-in provider that may call `fetch` themselves. */
type BuiltInConfig = OAuthProvider & {
  readonly name: string;
  readonly userinfo?: string | { readonly request?: (context: unknown) => unknown };
  readonly [customFetch]?: Fetch;
};

/** Sends the calls of Auth.js and of the provider's own code through `signInFetch`. */
function callsThrough(
  signInFetch: Fetch,
  { type, userinfo, [customFetch]: ownFetch }: BuiltInConfig,
): object {
  const request = typeof userinfo === 'object' ? userinfo.request : undefined;
  // OpenID providers rewrite only the discovery document, and ours is verified already.
  const rewritingFetch = type === 'oauth' ? ownFetch : undefined;
  return {
    [customFetch]: rewritingFetch
      ? (...args: Parameters<Fetch>) => withFetch(signInFetch, () => rewritingFetch(...args))
      : signInFetch,
    ...(typeof userinfo === 'object' && request
      ? {
          userinfo: {
            ...userinfo,
            request: (context: unknown) => withFetch(signInFetch, () => request(context)),
          },
        }
      : {}),
  };
}

const notFoundFetch: Fetch = () => Promise.resolve(new Response(null, { status: 404 }));

/** For Auth.js's call to the token endpoint. Equal to the grant client's (`client-authentication.ts`). */
function authClientOf(authentication: ClientAuthentication): object {
  const client = { token_endpoint_auth_method: authentication.method };
  if (authentication.method === 'private_key_jwt') {
    return { client, token: { clientPrivateKey: { key: authentication.key, kid: authentication.keyId } } };
  }
  return authentication.method === 'none' ? { client } : { client, clientSecret: authentication.secret };
}

/** Adds user-info's address when the ID token has none (OpenID Connect Core 5.4). Subjects must be equal. */
async function completeProfile(
  calls: Pick<ProviderCalls, 'grantClient'>,
  provider: IdentityProvider,
  profile: Profile,
  accessToken: string | undefined,
): Promise<void> {
  if (typeof profile.sub !== 'string' || typeof profile.email === 'string' || accessToken === undefined)
    return;
  const info = await calls.grantClient(provider)?.userInfo(accessToken, profile.sub);
  if (!info) return;
  const { email, email_verified, name, nickname, preferred_username, picture } = info;
  for (const [claim, value] of Object.entries({ name, nickname, preferred_username, picture })) {
    profile[claim] ??= value;
  }
  // Both from the same answer, or a proof of another address would count for this one.
  if (email !== undefined) Object.assign(profile, { email, email_verified: email_verified ?? null });
}

interface ProviderUser {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
}

/**
 * Throws without an id, because Auth.js would make a random one, and so a new user at every sign-in. An
 * address counts only from a trusted provider with `email_verified` exactly `true`, not "true" or 1.
 */
function toProviderUser(
  profile: Profile,
  trustEmail: boolean,
  builtInUser?: Partial<ProviderUser>,
): ProviderUser {
  const id = builtInUser ? subjectOf(builtInUser.id, profile['id']) : toSubject(profile.sub);
  if (id === null) throw new TypeError('the identity provider named no subject');
  const names = builtInUser
    ? [builtInUser.name]
    : [profile.name, profile.nickname, profile.preferred_username];
  return {
    id,
    name: names.map((name) => toPlainText(name, NAME_MAX_LENGTH)).find((name) => name !== null) ?? null,
    email: trustEmail && profile.email_verified === true ? toRemoteAddress(profile.email) : null,
    // `toRemoteFace` reads the picture's URL and stores it with the connection.
    image: null,
  };
}

/** `null` for a missing claim, which most providers' modules turn into a text. */
function subjectOf(id: unknown, claim: unknown): string | null {
  const isClaimUsable = claim === undefined || claim === null || toSubject(claim) !== null;
  const isNoText = ['undefined', 'null', 'NaN', '[object Object]'].includes(String(id));
  return isClaimUsable && !isNoText ? toSubject(id) : null;
}

/** Auth.js's email provider. `send` stores token and code and sends our sign-in mail, or rejects. */
export function createEmailProvider(settings: Settings, send: (email: string) => Promise<void>): Provider {
  return {
    id: EMAIL_PROVIDER_ID,
    type: 'email',
    name: 'Email',
    from: settings.mailFrom,
    maxAge: VERIFICATION_TOKEN_MAX_AGE_MS / 1000,
    secret: settings.authSecret,
    normalizeIdentifier: (identifier) => emailAddress.parse(identifier),
    sendVerificationRequest({ identifier }) {
      const sent = send(identifier);
      // Auth.js awaits this later. Until then, a rejection would be unhandled and end the process.
      sent.catch(() => undefined);
      return sent;
    },
    options: {},
  } as Provider;
}
