import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { OidcProviderSettings, Settings } from '../settings.ts';
import { startProvider, type RunningProvider } from './provider.ts';
import { keptSigningKeys } from './signing-keys.ts';

const DEMO_PROVIDERS = [
  // One is trusted with addresses and one is not, so that both ways of the linking policy can be tried.
  { id: 'demo-one', name: 'Demo One', portOffset: 1, trustEmail: true },
  { id: 'demo-two', name: 'Demo Two', portOffset: 2, trustEmail: false },
] as const;

const CLIENT_ID = 'foyer';

interface DemoOptions {
  readonly settings: Pick<Settings, 'port' | 'origin' | 'authBasePath' | 'authSecret' | 'dataDir'>;
  readonly log: Logger;
}

export interface DemoProviders {
  /** How Foyer is a client of them. */
  readonly providers: OidcProviderSettings[];
  close(): Promise<void>;
}

/**
 * Starts both demo providers, on the two ports above ours. Rejects, with neither running, when one cannot start.
 */
export async function startDemoProviders({ settings, log }: DemoOptions): Promise<DemoProviders> {
  const running: RunningProvider[] = [];
  const close = async () => {
    await Promise.all(running.map((provider) => provider.close()));
  };
  try {
    const providers: OidcProviderSettings[] = [];
    for (const { id, name, portOffset, trustEmail } of DEMO_PROVIDERS) {
      const clientSecret = derived(settings.authSecret, `client secret at ${id}`);
      const provider = await startProvider({
        id,
        name,
        host: 'localhost',
        port: settings.port + portOffset,
        keys: keptSigningKeys(settings.dataDir, id),
        cookieSecret: derived(settings.authSecret, `cookies of ${id}`),
        clients: [
          {
            client_id: CLIENT_ID,
            client_name: `Foyer at ${new URL(settings.origin).host}`,
            client_secret: clientSecret,
            redirect_uris: [`${settings.origin}${settings.authBasePath}/callback/${id}`],
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
            // Every ID token says when the person signed in here: re-authentication is checked by it.
            require_auth_time: true,
          },
        ],
        log,
      });
      running.push(provider);
      providers.push({
        id,
        name,
        issuer: provider.issuer,
        clientId: CLIENT_ID,
        clientSecret,
        domains: [],
        trustEmail,
      });
    }
    return { providers, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Follows from the secret, so that both sides know it and nothing is stored. */
function derived(authSecret: string, purpose: string): string {
  return createHmac('sha256', authSecret).update(`foyer demo: ${purpose}`).digest('base64url');
}
