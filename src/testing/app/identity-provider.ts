import type { ClientMetadata } from 'oidc-provider';
import { pino } from 'pino';
import { startProvider } from '../../server/demo/provider.ts';
import { createSigningKeys } from '../../server/demo/signing-keys.ts';
import type { OidcProviderSettings } from '../../server/settings/settings.ts';
import { createHttpBrowser, formOf, type HttpBrowser } from './http-browser.ts';

export interface IdentityProviderOptions {
  /** Also the id, in lower case with dashes. */
  readonly name?: string;
  readonly trustEmail?: boolean;
  /** Beside the client that `settings` describes. */
  readonly clients?: readonly ClientMetadata[];
  /** E-mail domains for which it answers WebFinger. */
  readonly domains?: readonly string[];
  /** How Foyer authenticates there, when not by a client secret in the header. */
  readonly client?: Pick<ClientMetadata, 'token_endpoint_auth_method' | 'jwks'>;
  /** What somebody must show who registers. */
  readonly initialAccessToken?: string;
  /** How many sessions, codes, tokens and people it remembers, of each kind. */
  readonly mostOfAKind?: number;
}

/** What a person does at the provider. What is left out of a sign-in stays as the form proposes it. */
export type PersonsAnswer =
  | {
      readonly login: string;
      readonly name?: string;
      readonly email?: string;
      readonly emailVerified?: boolean;
    }
  | { readonly continueAs: string }
  | { readonly cancel: true };

export interface IdentityProvider {
  readonly issuer: string;
  /** How Foyer is a client of it; any callback of this id on this machine is accepted. */
  readonly settings: OidcProviderSettings;
  /** A fresh browser at this provider, to come back in with its remembered session. */
  browser(): HttpBrowser;
  /**
   * Goes through the provider's pages over HTTP and answers the address of the application that it sends the browser to.
   * Each call is a browser of its own unless one is given.
   */
  signIn(authorizationUrl: string, answer: PersonsAnswer, browser?: HttpBrowser): Promise<string>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const LOOPBACK_CALLBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/.*\/callback\/([a-z0-9-]+)$/;

/** A key costs a moment to make, and no test looks at which one it is. */
let keys: ReturnType<typeof createSigningKeys> | undefined;

/** A real OpenID provider, the demo's own, on a free port of this machine. */
export async function startIdentityProvider(
  options: IdentityProviderOptions = {},
): Promise<IdentityProvider> {
  const {
    name = 'Test Provider',
    trustEmail = false,
    clients = [],
    domains = [],
    initialAccessToken,
    mostOfAKind,
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
    mostOfAKind,
    log: pino({ level: 'silent' }),
  });
  // The port of the application under test is known only after this provider has started.
  const allowed = provider.Client.prototype.redirectUriAllowed;
  provider.Client.prototype.redirectUriAllowed = function (redirectUri) {
    const isOurs = this.clientId === client.client_id && LOOPBACK_CALLBACK.exec(redirectUri)?.[1] === id;
    return isOurs || allowed.call(this, redirectUri);
  };
  return {
    issuer,
    settings: {
      id,
      name,
      issuer,
      clientId: client.client_id,
      clientSecret: client.client_secret,
      domains: [],
      trustEmail,
    },
    browser: () => createHttpBrowser(issuer),
    signIn: (authorizationUrl, answer, browser = createHttpBrowser(issuer)) =>
      goThrough(browser, authorizationUrl, answer),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function goThrough(browser: HttpBrowser, start: string, answer: PersonsAnswer): Promise<string> {
  let at = await browser.open(start);
  if ('leavesTo' in at) return at.leavesTo;
  if ('login' in answer && at.html.includes('href="?another"')) {
    at = await browser.open(new URL('?another', at.url).href);
    if ('leavesTo' in at) return at.leavesTo;
  }
  const { action, fields } = formOf(at);
  if ('cancel' in answer) fields.set('action', 'cancel');
  else if ('continueAs' in answer) {
    if (!at.html.includes(`Continue as ${answer.continueAs}<`)) {
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
  const after = await browser.open(action, fields);
  if ('leavesTo' in after) return after.leavesTo;
  throw new Error(`the provider answered with a page (${after.status}): ${after.html}`);
}
