import { customFetch } from '@auth/express';
import type { Provider } from '@auth/express/providers';
import type { Profile } from '@auth/core/types';
import {
  CHECK_COOKIE_MAX_AGE_MS,
  NAME_MAX_LENGTH,
  VERIFICATION_TOKEN_MAX_AGE_MS,
} from '../../shared/limits.ts';
import { emailAddress } from '../../shared/schemas/fields.ts';
import { toPlainText, toRemoteAddress, toSubject } from '../domain/providers/remote-profile.ts';
import { withFetch } from '../net/ambient-fetch.ts';
import type { ClientAuthentication } from '../identity-providers/client-authentication.ts';
import type { Fetch } from '../net/guarded-fetch.ts';
import type { ProviderCalls } from '../identity-providers/provider-calls.ts';
import { toBuiltInProvider, type IdentityProvider } from '../identity-providers/registry.ts';
import type { BuiltInProviderSettings, Settings } from '../settings/settings.ts';

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
        provider: toBuiltInProvider(entry, {
          name: made.name,
          type: made.type,
          // Plain OAuth providers may have an address of their own, but no discovery.
          issuer: made.type === 'oidc' ? (entry.issuer ?? made.issuer ?? null) : null,
          address: entry.issuer,
          trustEmail: TRUSTED_BUILT_INS.has(entry.id),
        }),
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
        ...clientOf(provider.authentication),
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
    const made = factory({
      clientId: provider.clientId,
      ...('secret' in provider.authentication ? { clientSecret: provider.authentication.secret } : {}),
      ...(provider.address === null ? {} : { issuer: provider.address }),
    }) as BuiltInConfig;
    const door = calls.signInFetch(provider);
    const ownProfile = made.profile as ((profile: Profile, tokens: object) => unknown) | undefined;
    return {
      ...made,
      // OAuth providers that are no OpenID providers have no ID token to carry a nonce.
      checks: made.type === 'oidc' ? [...CHECKS] : ['pkce', 'state'],
      profile: async (profile: Profile, tokens: object) => {
        // Some fetch a picture here, in a form that we do not keep.
        const user = ownProfile
          ? ((await withFetch(nothingThere, () => ownProfile(profile, tokens))) as Partial<ProviderUser>)
          : undefined;
        return { ...toProviderUser(profile, provider.trustEmail, user) };
      },
      ...ownCallsThrough(door, made),
    } as Provider;
  };
}

/** The parts of a built-in provider in which it may call `fetch` itself. */
type BuiltInConfig = OAuthProvider & {
  readonly name: string;
  readonly userinfo?: string | { readonly request?: (context: unknown) => unknown };
  readonly [customFetch]?: Fetch;
};

/** All that a built-in provider calls goes out by `door`: what Auth.js calls for it, and what its own code calls. */
function ownCallsThrough(door: Fetch, { type, userinfo, [customFetch]: own }: BuiltInConfig): object {
  const request = typeof userinfo === 'object' ? userinfo.request : undefined;
  // Of OpenID providers only discovery is rewritten by their own code, which the verified one makes needless.
  const rewriting = type === 'oauth' ? own : undefined;
  return {
    [customFetch]: rewriting
      ? (...args: Parameters<Fetch>) => withFetch(door, () => rewriting(...args))
      : door,
    ...(typeof userinfo === 'object' && request
      ? { userinfo: { ...userinfo, request: (context: unknown) => withFetch(door, () => request(context)) } }
      : {}),
  };
}

const nothingThere: Fetch = () => Promise.resolve(new Response(null, { status: 404 }));

/** For Auth.js's call of the token endpoint; the grant client's is the same (`client-authentication.ts`). */
function clientOf(authentication: ClientAuthentication): object {
  const client = { token_endpoint_auth_method: authentication.method };
  if (authentication.method === 'private_key_jwt') {
    return { client, token: { clientPrivateKey: { key: authentication.key, kid: authentication.keyId } } };
  }
  return authentication.method === 'none' ? { client } : { client, clientSecret: authentication.secret };
}

/**
 * Many providers put the subject alone into the ID token and the rest behind user-info (OpenID Connect Core 5.4). It is asked when the ID token
 * names no address; its subject must be the ID token's. The answer is added to `profile` itself, which Auth.js hands on to the
 * linking policy; what the ID token says wins, and address and proof are taken from one of the two.
 */
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
  // Both from here, or a proof of another address would count for this one.
  if (email !== undefined) Object.assign(profile, { email, email_verified: email_verified ?? null });
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
  const id = own ? subjectOf(own.id, profile['id']) : toSubject(profile.sub);
  if (id === null) throw new TypeError('the identity provider named no subject');
  const names = own ? [own.name] : [profile.name, profile.nickname, profile.preferred_username];
  return {
    id,
    name: names.map((name) => toPlainText(name, NAME_MAX_LENGTH)).find((name) => name !== null) ?? null,
    email: trustEmail && profile.email_verified === true ? toRemoteAddress(profile.email) : null,
    // The connection keeps where it is (`toRemoteFace`); the person's is chosen there.
    image: null,
  };
}

/** What a provider's claim was: most of the built-in providers turn theirs into a text, whatever it is. */
function subjectOf(id: unknown, claim: unknown): string | null {
  const readable = claim === undefined || claim === null || toSubject(claim) !== null;
  const isNone = ['undefined', 'null', 'NaN', '[object Object]'].includes(String(id));
  return readable && !isNone ? toSubject(id) : null;
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
    sendVerificationRequest({ identifier }) {
      const sent = send(identifier);
      // Auth.js hashes a token before it waits for this. A rejection that comes sooner would be unhandled and end the process.
      sent.catch(() => undefined);
      return sent;
    },
    options: {},
  } as Provider;
}

export const CHECK_COOKIE_MAX_AGE_SECONDS = CHECK_COOKIE_MAX_AGE_MS / 1000;
