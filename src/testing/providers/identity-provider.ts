import type { ClientMetadata } from 'oidc-provider';
import { pino } from 'pino';
import type { SaysStrength } from '../../server/development/demo/interaction.ts';
import { startProvider } from '../../server/development/demo/provider.ts';
import { createSigningKeys } from '../../server/development/demo/signing-keys.ts';
import type { Fetch } from '../../server/net/transport.ts';
import type { OidcProviderSettings } from '../../server/settings/settings.ts';
import { createHttpBrowser, formOf, type HttpBrowser } from '../app/http-browser.ts';

interface IdentityProviderOptions {
  /** The id is the name in lower case with dashes. */
  readonly name?: string;
  readonly trustEmail?: boolean;
  readonly clients?: readonly ClientMetadata[];
  /** Email domains of which the provider answers WebFinger. */
  readonly domains?: readonly string[];
  /** Foyer's client authentication, when it is no client secret in the header. */
  readonly client?: Pick<ClientMetadata, 'token_endpoint_auth_method' | 'jwks'>;
  /** The access token for client registrations. */
  readonly initialAccessToken?: string;
  readonly strength?: SaysStrength;
}

/** A person's acts at the provider. Absent fields have the form's own values. */
export type PersonsAnswer =
  | {
      readonly login: string;
      readonly name?: string;
      readonly email?: string;
      readonly emailVerified?: boolean;
    }
  | { readonly continueAs: string }
  | { readonly cancel: true };

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

const LOOPBACK_CALLBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/.*\/callback\/([a-z0-9-]+)$/;

/** Shared, because making keys takes time and no test needs its own. */
let keys: ReturnType<typeof createSigningKeys> | undefined;

/** Starts the demo's real OpenID provider on a free port. */
export async function startIdentityProvider(options: IdentityProviderOptions = {}) {
  const {
    name = 'Test Provider',
    trustEmail = false,
    clients = [],
    domains = [],
    initialAccessToken,
    strength,
  } = options;
  const id = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const client = {
    client_id: 'foyer-test',
    client_name: 'Foyer under test',
    client_secret: 'a client secret that only tests know',
    redirect_uris: [`http://localhost/auth/callback/${id}`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    require_auth_time: true,
    ...options.client,
  } satisfies ClientMetadata;
  const { issuer, provider, close } = await startProvider({
    id,
    name,
    host: '127.0.0.1',
    port: 0,
    keys: (keys ??= createSigningKeys()),
    cookieSecret: 'cookies that only tests send',
    clients: [client, ...clients],
    domains,
    ...(initialAccessToken === undefined ? {} : { initialAccessToken }),
    ...(strength ? { strength } : {}),
    log: pino({ level: 'silent' }),
  });
  // The app's port is unknown before the provider starts.
  const allowed = provider.Client.prototype.redirectUriAllowed;
  provider.Client.prototype.redirectUriAllowed = function (redirectUri) {
    const isOurs = this.clientId === client.client_id && LOOPBACK_CALLBACK.exec(redirectUri)?.[1] === id;
    return isOurs || allowed.call(this, redirectUri);
  };
  return {
    issuer,
    /** Foyer's settings for this provider, which accepts any callback URL with this id on this machine. */
    settings: {
      id,
      name,
      issuer,
      clientId: client.client_id,
      clientSecret: client.client_secret,
      domains: [],
      trustEmail,
    } satisfies OidcProviderSettings,
    /** A new browser. A second sign-in in it finds the provider's session. */
    browser: () => createHttpBrowser(issuer),
    /** Signs in on the provider's pages over HTTP, by default in a new browser. Returns the callback URL. */
    signIn: (authorizationUrl: string, answer: PersonsAnswer, browser = createHttpBrowser(issuer)) =>
      signInOnPages(browser, authorizationUrl, answer),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A `fetch` that notes the tokens that are revoked at a provider, once for each call. */
export function noteRevocations() {
  const revoked: string[] = [];
  const noting: Fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.endsWith('/token/revocation'))
      revoked.push(new URLSearchParams(init?.body as URLSearchParams).get('token') ?? '');
    return fetch(input, init);
  };
  return { revoked, fetch: noting };
}

async function signInOnPages(browser: HttpBrowser, start: string, answer: PersonsAnswer): Promise<string> {
  let page = await browser.open(start);
  if ('leavesTo' in page) return page.leavesTo;
  if ('login' in answer && page.html.includes('href="?another"')) {
    page = await browser.open(new URL('?another', page.url).href);
    if ('leavesTo' in page) return page.leavesTo;
  }
  const { action, fields } = formOf(page);
  if ('cancel' in answer) fields.set('action', 'cancel');
  else if ('continueAs' in answer) {
    if (!page.html.includes(`Continue as ${answer.continueAs}<`)) {
      throw new Error(`the page does not offer to continue as ${answer.continueAs}`);
    }
    fields.set('action', 'continue');
  } else {
    fields.set('action', 'sign-in');
    fields.set('login', answer.login);
    if (answer.name !== undefined) fields.set('name', answer.name);
    if (answer.email !== undefined) fields.set('email', answer.email);
    if (answer.emailVerified === false) fields.delete('emailVerified');
  }
  const result = await browser.open(action, fields);
  if ('leavesTo' in result) return result.leavesTo;
  throw new Error(`the provider answered with a page (${result.status}): ${result.html}`);
}
