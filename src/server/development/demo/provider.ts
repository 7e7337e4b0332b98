import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { ClientMetadata, Configuration, JWKS, Provider } from 'oidc-provider';
import type { Log } from '../../log/log-lines.ts';
import { ASK_EACH_TIME, interactionPages, type SaysStrength } from './interaction.ts';
import { createMemoryStore, type KeptText } from './memory-store.ts';
import { messagePage, PAGE_POLICY, signOutPage } from './pages.ts';
import { createUsers, type Users } from './people.ts';
import { isFromThisMachine } from '../this-machine.ts';
import { answerWebFinger } from './web-finger.ts';

interface DemoProviderOptions {
  readonly name: string;
  /** The prefix of its cookies, which browsers share between the ports of a host. */
  readonly id: string;
  readonly keys: JWKS;
  readonly cookieSecret: string;
  readonly clients: readonly ClientMetadata[];
  readonly domains?: readonly string[];
  readonly registrations?: KeptText;
  /** The token that a registration requires; missing: none. */
  readonly initialAccessToken?: string;
  /** How strong the next sign-in is; missing: the provider says nothing. */
  readonly strength?: SaysStrength | undefined;
  readonly host: 'localhost' | '127.0.0.1';
  /** 0: any free port. */
  readonly port: number;
  readonly log: Log;
}

export interface RunningProvider {
  readonly issuer: string;
  readonly provider: Provider;
  close(): Promise<void>;
}

/** The message says how the operator can repair it. */
export class DemoProviderError extends Error {
  override readonly name = 'DemoProviderError';
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * Starts a real OpenID provider on loopback, which accepts any login name: never for production.
 * @throws {DemoProviderError} when `oidc-provider` is not installed, or the port is in use.
 */
export async function startProvider(options: DemoProviderOptions): Promise<RunningProvider> {
  const library = await loadLibrary();
  // Browsers resolve `localhost` to either address.
  const addresses = options.host === 'localhost' ? ['127.0.0.1', '::1'] : ['127.0.0.1'];
  const servers = await listen(addresses, options);
  const issuer = `http://${options.host}:${portOf(servers)}`;
  const people = createUsers();
  const provider = new library.Provider(issuer, configurationOf(options, issuer, people, library));
  provider.use((ctx, next) => {
    // Other sites can reach this machine under a host name of their own (DNS rebinding).
    if (ctx.host !== new URL(issuer).host) ctx.throw(421);
    // A proxy on this machine would pass requests of other machines.
    if (!isFromThisMachine(ctx.req)) ctx.throw(403);
    if (ctx.path !== '/favicon.ico') return next();
    // Browsers request this icon, and show a 404 as an error in the console.
    ctx.status = 204;
    return undefined;
  });
  provider.use(answerWebFinger(issuer, options.domains ?? []));
  provider.use(
    interactionPages({ provider, providerName: options.name, people, strength: options.strength }),
  );
  provider.on('server_error', (_ctx, error) =>
    options.log.warn({ err: error, provider: options.id }, 'demo provider failed'),
  );
  const handle = provider.callback();
  for (const server of servers) server.on('request', (request, response) => void handle(request, response));
  return {
    issuer,
    provider,
    async close() {
      await Promise.all(servers.map(closeServer));
    },
  };
}

async function loadLibrary() {
  try {
    const [{ Provider }, { base, Check }] = await Promise.all([
      import('oidc-provider/lib/provider.js'),
      import('oidc-provider/lib/helpers/interaction_policy/index.js'),
    ]);
    return { Provider, base, Check };
  } catch (cause) {
    if (codeOf(cause) !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new DemoProviderError(
      'The demo providers are a development dependency that is not installed here: set DEMO=off.',
      { cause },
    );
  }
}

function configurationOf(
  { id, name, keys, cookieSecret, clients, registrations, initialAccessToken, strength }: DemoProviderOptions,
  issuer: string,
  people: Users,
  { base, Check }: Awaited<ReturnType<typeof loadLibrary>>,
): Configuration {
  const policy = base();
  // Demo users often want another login, so a remembered session is offered, not used silently.
  const askEachTime = new Check(
    ASK_EACH_TIME,
    'the person chooses each time',
    ({ oidc }) => !oidc.prompts.has('none') && !oidc.result?.login,
  );
  policy.get('login')?.checks.add(askEachTime);
  return {
    adapter: createMemoryStore({ kept: registrations }),
    clients: clients.map((client) => ({ ...client })),
    jwks: keys,
    cookies: {
      keys: [cookieSecret],
      names: { session: `${id}.session`, interaction: `${id}.step`, resume: `${id}.resume` },
    },
    claims: {
      openid: strength ? ['sub', 'acr', 'amr'] : ['sub'],
      profile: ['name', 'preferred_username', 'picture'],
      email: ['email', 'email_verified'],
    },
    // Puts claims into the ID token, as most providers do.
    conformIdTokenClaims: false,
    findAccount: (_ctx, login) => {
      const person = people.get(login);
      if (!person) return undefined;
      const { name: fullName, email, emailVerified } = person;
      const claims = {
        sub: login,
        name: fullName,
        preferred_username: login,
        picture: `${issuer}/picture/${encodeURIComponent(login)}.png`,
        email,
        email_verified: emailVerified,
      };
      return { accountId: login, claims: () => claims };
    },
    interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      introspection: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      registration: { enabled: true, ...(initialAccessToken === undefined ? {} : { initialAccessToken }) },
      registrationManagement: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          ctx.set('Content-Security-Policy', PAGE_POLICY);
          ctx.body = signOutPage(name, form);
        },
        postLogoutSuccessSource(ctx) {
          ctx.set('Content-Security-Policy', PAGE_POLICY);
          ctx.body = messagePage('Signed out', `You are signed out of ${name}.`);
        },
      },
    },
    renderError(ctx, { error, error_description: description }) {
      ctx.set('Content-Security-Policy', PAGE_POLICY);
      ctx.type = 'html';
      ctx.body = messagePage(`${name} cannot go on`, description ? `${description} (${error})` : error);
    },
    // As with many providers, refresh tokens need no offline_access.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    ttl: {
      AccessToken: 60 * MINUTE,
      AuthorizationCode: MINUTE,
      Grant: 14 * DAY,
      IdToken: 60 * MINUTE,
      Interaction: 60 * MINUTE,
      RefreshToken: 14 * DAY,
      Session: DAY,
    },
  };
}

async function listen(addresses: readonly string[], { port, name }: DemoProviderOptions): Promise<Server[]> {
  const servers: Server[] = [];
  for (const address of addresses) {
    const server = createServer();
    try {
      server.listen(port, address);
      await once(server, 'listening');
      servers.push(server);
    } catch (cause) {
      const code = codeOf(cause);
      // A machine without IPv6 resolves `localhost` to 127.0.0.1 only.
      if (address === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue;
      await Promise.all(servers.map(closeServer));
      if (code !== 'EADDRINUSE') throw cause;
      throw new DemoProviderError(
        `Port ${port} is taken, and ${name} needs it: set another PORT, or DEMO=off.`,
        {
          cause,
        },
      );
    }
  }
  return servers;
}

function portOf([server]: readonly Server[]): number {
  const address = server?.address();
  if (typeof address !== 'object' || !address) throw new TypeError('the server does not listen on a port');
  return address.port;
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
